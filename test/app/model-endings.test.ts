import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as realDelay } from "node:timers/promises";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { MAKERS, type MakerSetup, MODEL_KEY } from "../support/model-makers.ts";
import { type ServerAct, startModelServer } from "../support/model-server.ts";
import { Town } from "../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const CHAT = "telegram:1";

/** A request that nothing but a model can meet. */
const VERSE = "write me two lines of verse about rust and rain";
const WORDS = "Rust remembers rain; rain forgets the iron that it reddened.";

/** What stands before an answer that took long. */
const LONG_WORK = /^☑️ It took .*\n/u;

/** What came of a message. */
interface Told {
  readonly text: string;
  readonly buttons: readonly string[];
  /** The requests that the maker's server had, as JSON. */
  readonly bodies: readonly string[];
  /** Time between one of them and the next, in seconds. */
  readonly waits: readonly number[];
}

/** How far time passes at once: less than the waits that a server names, and more where only a long silence ends. */
const STEP_MS = 500;
const SILENT_STEP_MS = 10_000;

/** The whole service with a maker's server over a socket; `say` has the server act so, the last again and again, and lets time pass while nothing is on the line. */
async function openTown(t: TestContext, maker: MakerSetup) {
  let acts: readonly ServerAct[] = [];
  let askedAtMs: number[] = [];
  let open = 0;
  const server = await startModelServer(maker.dialect, (request) => {
    askedAtMs.push(town.clock.now());
    const act = acts[Math.min(askedAtMs.length, acts.length) - 1]!;
    const isSilent = "fault" in act && act.fault === "silence";
    if (isSilent) return act; // time passes although it is on the line
    open += 1;
    void request.closed.then(() => {
      open -= 1;
    });
    return act;
  });
  const origin = `${server.origin}${maker.path}`;
  const town: Town = new Town({
    environment: {
      IBL_MODEL: `${maker.provider}/${maker.model}`,
      OPENAI_API: maker.name === "openai" ? "responses" : "chat",
      ANTHROPIC_API_KEY: MODEL_KEY,
      GEMINI_API_KEY: MODEL_KEY,
      OPENAI_API_KEY: MODEL_KEY,
      ANTHROPIC_BASE_URL: origin,
      GEMINI_BASE_URL: origin,
      OPENAI_BASE_URL: origin,
      OLLAMA_BASE_URL: origin,
    },
  });
  t.after(async () => {
    await town.close();
    await server.close();
  });
  town.admit(ANN, "owner");
  await town.start();
  const say = async (text: string, ...next: readonly ServerAct[]): Promise<Told> => {
    acts = next;
    askedAtMs = [];
    const before = server.requests.length;
    const stepMs = next.some((act) => "fault" in act) ? SILENT_STEP_MS : STEP_MS;
    let texts: readonly string[] | undefined;
    const said = town.say(ANN, text).then((shown) => {
      texts = shown;
    });
    while (texts === undefined) {
      await Promise.race([said, realDelay(10)]);
      if (texts === undefined && open === 0) await town.clock.advance(stepMs);
    }
    const message = town.adapter.shown.findLast(({ chatKey }) => chatKey === CHAT);
    return {
      text: texts.join("\n").replace(LONG_WORK, ""),
      buttons: message?.buttons.flat().map(({ label }) => label) ?? [],
      bodies: server.requests.slice(before).map(({ body }) => JSON.stringify(body)),
      waits: askedAtMs.slice(1).map((atMs, index) => (atMs - askedAtMs[index]!) / 1000),
    };
  };
  /** How often something stands among the to-dos. */
  const listed = async (what: string): Promise<number> =>
    (await say("/ibl [system:todo]")).text.split(what).length - 1;
  return { say, listed, problems: server.problems };
}

const adds = (what: string): ServerAct => ({ calls: [{ code: `[system:todo]("${what}")` }] });
const BROKEN: ServerAct = { text: WORDS, breakAt: { share: 0.7, andThen: "close" } };

/** A server that is busy and names a wait. */
const busy = (status: number): ServerAct => ({ refuse: status, headers: { "retry-after": "7" } });

/** Whether a request lets the model call a tool. */
function mayCall(body: string): boolean {
  return (
    body.includes('"tools"') &&
    !/"tool_choice":(?:"none"|\{"type":"none"\})|"mode":"NONE"/.test(body)
  );
}

for (const maker of MAKERS)
  test(`over ${maker.name}'s wire turns end well`, async (t) => {
    const { say, listed, problems } = await openTown(t, maker);

    await t.test(
      "a stream that breaks is asked for again, and one whole answer is read",
      async () => {
        const { text, bodies } = await say(VERSE, BROKEN, { text: WORDS });
        assert.deepEqual([text, bodies.length], [WORDS, 2]);
      },
    );

    await t.test("a line that falls silent is asked once more", async () => {
      const { text, bodies } = await say(VERSE, { fault: "silence" }, { text: WORDS });
      assert.deepEqual([text, bodies.length], [WORDS, 2]);
    });

    await t.test("what a program did before the line broke is done once", async () => {
      const put = "put nails on my list, whichever way you like";
      const { text, bodies } = await say(put, adds("nails"), BROKEN, { text: "It is there." });
      assert.match(text, /It is there\./);
      assert.deepEqual([bodies.length, await listed("nails")], [3, 1]);
    });

    for (const status of [429, 503, 529])
      await t.test(`${status} is asked again after the wait that it names`, async () => {
        const { text, waits } = await say(VERSE, busy(status), { text: WORDS });
        assert.equal(text, WORDS);
        assert.ok(waits[0]! >= 7 && waits[0]! < 9, String(waits));
      });

    for (const [status, words, buttons] of [
      [
        401,
        "The language model refuses its key. It works again once an owner has mended it.",
        ["Details"],
      ],
      [503, "The language model isn't answering.", ["Retry", "Details"]],
      [429, "Still busy; try again a little later.", ["Retry", "Details"]],
    ] as const)
      await t.test(`a model that ends in ${status} is told of as that and no more`, async () => {
        const told = await say(VERSE, { refuse: status });
        assert.deepEqual([told.text, told.buttons], [words, buttons]);
      });

    await t.test("at the limit of rounds it answers once, without tools", async () => {
      const rounds = Array.from({ length: 10 }, (_, index) => ({
        calls: [{ code: `[system:time] >> [system:take](${index + 1})` }],
      }));
      const { text, bodies } = await say(VERSE, ...rounds, { text: "It is nine in Seoul." });
      assert.match(text, /It is nine in Seoul\./);
      assert.deepEqual(bodies.map(mayCall), [...rounds.map(() => true), false]);
      assert.match(bodies.at(-1) ?? "", /No more programs are run/);
    });

    await t.test("an answer cut at the length limit says so", async () => {
      const { text } = await say(VERSE, { text: WORDS, isCut: true });
      assert.equal(text, `${WORDS}\n\n(The answer was cut at the length limit.)`);
    });

    await t.test("a call that the length limit cut does nothing", async () => {
      const { text } = await say(VERSE, { ...adds("tape"), isCut: true }, { text: "I could not." });
      assert.match(text, /I could not\./);
      assert.equal(await listed("tape"), 0);
    });

    await t.test("a model that fails after a program ran tells what was done", async () => {
      const put = "put glue on my list, whichever way you like";
      const { text, bodies } = await say(put, adds("glue"), { refuse: 401 });
      assert.match(text, /glue[\s\S]*refuses its key|refuses its key[\s\S]*glue/);
      assert.deepEqual([bodies.length, await listed("glue")], [2, 1]);
    });

    assert.deepEqual(problems, []);
  });
