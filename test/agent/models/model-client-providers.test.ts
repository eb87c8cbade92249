import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  AssistantMessage,
  ModelClient,
  ModelEvent,
  ModelRequest,
} from "../../../src/agent/models/model-client.ts";
import {
  asking,
  MAKERS,
  type MakerSetup,
  resultsOf,
  said,
  startMaker,
} from "../../support/model-makers.ts";
import type { ServerAct } from "../../support/model-server.ts";

const NO_SIGNAL = new AbortController().signal;
const KOREAN = "안녕하세요 👋🏽 오늘은 맑습니다. 한글과 이모지 🇰🇷 가 잘려도 그대로여야 해요.";

/** The two ways to ask; a stream gives the same answer as a whole, and its pieces tell all of it. */
const WAYS: Readonly<
  Record<string, (model: ModelClient, request: ModelRequest) => Promise<AssistantMessage>>
> = {
  send: (model, request) => model.send(request, NO_SIGNAL),
  stream: async (model, request) => {
    const events = await collect(model.stream(request, NO_SIGNAL));
    const last = events.at(-1);
    assert.ok(last?.type === "end");
    assert.equal(textIn(events), textOf(last.message));
    assert.deepEqual(
      events.flatMap((event) => (event.type === "tool_use" ? [event.call] : [])),
      last.message.content.filter((block) => block.type === "tool_use"),
    );
    return last.message;
  },
};

async function collect(stream: AsyncIterable<ModelEvent>): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

function textIn(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.type === "text" ? event.text : "")).join("");
}

function textOf(message: AssistantMessage): string {
  return message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

function codesOf(message: AssistantMessage): readonly unknown[] {
  return message.content.flatMap((block) => (block.type === "tool_use" ? [block.input] : []));
}

function usageOf({ tells }: MakerSetup) {
  return {
    inputTokens: 120,
    cachedTokens: tells.cached ? 100 : 0,
    outputTokens: 37,
    thoughtTokens: tells.thoughts ? 30 : 0,
  };
}

for (const maker of MAKERS)
  for (const [way, ask] of Object.entries(WAYS)) {
    const title = (what: string): string => `${maker.name}, ${way}: ${what}`;

    test(title("words, their end and what they cost come as they are"), async (context) => {
      const { model, server } = await startMaker(maker, context, [{ text: KOREAN }]);
      const answer = await ask(model, asking(said("안녕")));
      assert.deepEqual(answer, {
        role: "assistant",
        content: [{ type: "text", text: KOREAN }],
        stopReason: "end_turn",
        model: `${maker.provider}/${maker.model}`,
        usage: usageOf(maker),
      });
      assert.deepEqual(server.problems, []);
    });

    test(title("an answer cut into single bytes is the same"), async (context) => {
      const code = `[system:note]("${KOREAN}")`;
      const { model } = await startMaker(maker, context, [
        { text: KOREAN, calls: [{ code }], pieceBytes: 1 },
      ]);
      const answer = await ask(model, asking(said("안녕")));
      assert.equal(textOf(answer), KOREAN);
      assert.deepEqual(codesOf(answer), [{ code }]);
    });

    test(title("a call without words, its result, and the answer to it"), async (context) => {
      const { model, server } = await startMaker(maker, context, [
        { calls: [{ code: "[system:time]" }] },
        { text: "noon" },
      ]);
      const first = await ask(model, asking(said("time?")));
      assert.equal(first.stopReason, "tool_use");
      assert.equal(textOf(first), "");
      assert.deepEqual(codesOf(first), [{ code: "[system:time]" }]);
      const second = await ask(model, asking(said("time?"), first, ...resultsOf(first)));
      assert.equal(textOf(second), "noon");
      assert.deepEqual(server.problems, []);
      assert.equal(server.requests.length, 2);
    });

    test(
      title("words and two calls in one turn keep their order, and thoughts are no words"),
      async (context) => {
        const calls = [{ code: "[system:time]" }, { code: "[system:todo]" }];
        const { model, server } = await startMaker(maker, context, [
          { thinking: "Both are needed.", text: "Both at once.", calls },
          { text: "done" },
        ]);
        const first = await ask(model, asking(said("both")));
        assert.equal(textOf(first), "Both at once.");
        assert.deepEqual(codesOf(first), calls);
        const ids = new Set(first.content.map((block) => block.type === "tool_use" && block.id));
        assert.equal(ids.size, 3);
        const second = await ask(model, asking(said("both"), first, ...resultsOf(first)));
        assert.equal(textOf(second), "done");
        assert.deepEqual(server.problems, []);
      },
    );

    test(title("a result that is an error is told as one"), async (context) => {
      const { model, server } = await startMaker(maker, context, [
        { calls: [{ code: "[system:todo]" }] },
        { text: "There is none." },
      ]);
      const first = await ask(model, asking(said("list")));
      await ask(model, asking(said("list"), first, ...resultsOf(first, true)));
      const sent = JSON.stringify(server.requests[1]!.body);
      assert.match(sent, /"is_error":true|"error":"There is no list."|Error: There is no list\./);
      assert.deepEqual(server.problems, []);
    });

    test(title("a picture goes out with the question"), async (context) => {
      const { model, server } = await startMaker(maker, context, [{ text: "a cat" }]);
      const answer = await ask(
        model,
        asking({
          role: "user",
          content: [
            { type: "image", mediaType: "image/png", dataBase64: "aGVsbG8h" },
            { type: "text", text: "what is it?" },
          ],
        }),
      );
      assert.equal(textOf(answer), "a cat");
      assert.match(JSON.stringify(server.requests[0]!.body), /aGVsbG8h/);
      assert.deepEqual(server.problems, []);
    });

    test(
      title("arguments that are no JSON go on as they came, and the conversation stays good"),
      async (context) => {
        const { model, server } = await startMaker(maker, context, [
          { calls: [{ rawArguments: '{"code": "[system:ti' }] },
          { text: "sorry" },
        ]);
        const first = await ask(model, asking(said("time?")));
        assert.deepEqual(codesOf(first), ['{"code": "[system:ti']);
        const second = await ask(model, asking(said("time?"), first, ...resultsOf(first, true)));
        assert.equal(textOf(second), "sorry");
        assert.deepEqual(server.problems, []);
      },
    );

    test(title("an answer at the length limit says so"), async (context) => {
      const { model } = await startMaker(maker, context, [{ text: "one, two, thr", isCut: true }]);
      const answer = await ask(model, asking(said("count")));
      assert.deepEqual([answer.stopReason, textOf(answer)], ["max_tokens", "one, two, thr"]);
    });

    test(
      title("429 is tried again after the wait that it names, and then succeeds"),
      async (context) => {
        const date = "Sat, 21 Nov 2026 00:00:20 GMT";
        const { model, clock, server } = await startMaker(maker, context, [
          { refuse: 429, headers: { "retry-after": "7" } },
          { refuse: 429, headers: { "retry-after": date } },
          { refuse: 429, headers: { "retry-after-ms": "250", "retry-after": "1" } },
          { text: "hello" },
        ]);
        assert.equal(textOf(await ask(model, asking(said("hi")))), "hello");
        assert.deepEqual(clock.waits, [7000, 13_000, 250]);
        assert.equal(server.requests.length, 4);
      },
    );

    test(title("429 that names no wait says to try again in a while"), async (context) => {
      const { model } = await startMaker(maker, context, [{ refuse: 429 }]);
      await assert.rejects(ask(model, asking(said("hi"))), {
        code: "model-rate-limited",
        message: /takes no more requests for now \(429\)\. Try again in a while\.$/,
      });
    });

    test(title("503 is tried three times more with growing waits, then told"), async (context) => {
      const { model, clock, server } = await startMaker(maker, context, [{ refuse: 503 }]);
      await assert.rejects(ask(model, asking(said("hi"))), { code: "model-unavailable" });
      assert.deepEqual(clock.waits, [1000, 2000, 4000]);
      assert.equal(server.requests.length, 4);
    });

    test(title("a line that is closed is tried again"), async (context) => {
      const { model, server } = await startMaker(maker, context, [
        { fault: "hang-up" },
        { text: "hello" },
      ]);
      assert.equal(textOf(await ask(model, asking(said("hi")))), "hello");
      assert.equal(server.requests.length, 2);
    });

    test(
      title("silence past the time limit ends the request, which is sent once more"),
      async (context) => {
        const { model, clock, server } = await startMaker(maker, context, [{ fault: "silence" }]);
        const pending = assert.rejects(ask(model, asking(said("hi"))), {
          code: "model-unavailable",
          message: /did not answer within \d+ s\./,
        });
        for (const count of [1, 2]) {
          const request = await server.request(count);
          clock.expire();
          await request.closed;
        }
        await pending;
        assert.equal(server.requests.length, 2);
      },
    );

    test(
      title("an answer that comes at the second time of asking is the answer"),
      async (context) => {
        const { model, clock, server } = await startMaker(maker, context, [
          { fault: "silence" },
          { text: "hello" },
        ]);
        const pending = ask(model, asking(said("hi")));
        await server.request(1);
        clock.expire();
        assert.equal(textOf(await pending), "hello");
      },
    );

    test(title("a conversation that another provider has written goes on"), async (context) => {
      const { model, server } = await startMaker(maker, context, [{ text: "done" }]);
      const foreign: AssistantMessage = {
        role: "assistant",
        content: [
          {
            type: "text",
            text: "",
            signature: '{"type":"thinking","thinking":"x","signature":"y"}',
          },
          { type: "text", text: "Both.", signature: "b3RoZXI=" },
          ...["a call/with an id: of more than forty characters and signs", "own_2-2"].map(
            (id) => ({
              type: "tool_use" as const,
              id,
              name: "execute_ibl",
              input: { code: "[system:time]" },
              signature: "not even JSON",
            }),
          ),
        ],
        stopReason: "tool_use",
        model: "elsewhere/other",
        usage: usageOf(maker),
      };
      const answer = await ask(model, asking(said("both"), foreign, ...resultsOf(foreign)));
      assert.equal(textOf(answer), "done");
      assert.deepEqual(server.problems, []);
      assert.equal(JSON.stringify(server.requests[0]!.body).includes("b3RoZXI="), false);
    });

    test(title("an empty answer and a reminder leave a good conversation"), async (context) => {
      const { model, server } = await startMaker(maker, context, [{}, { text: "hello" }]);
      const empty = await ask(model, asking(said("hi")));
      assert.deepEqual([textOf(empty), empty.stopReason], ["", "end_turn"]);
      const reminder = { ...said("(again)"), nudge: "empty" } as const;
      const answer = await ask(
        model,
        asking(said("hi"), empty, reminder as ModelRequest["messages"][number]),
      );
      assert.equal(textOf(answer), "hello");
      assert.deepEqual(server.problems, []);
    });
  }

for (const maker of MAKERS) {
  for (const [title, broken] of [
    ["breaks in the middle of a line", { breakAt: { share: 0.6, andThen: "close" } }],
    ["ends in an error", { failsWith: { status: 503, message: "The model is overloaded." } }],
  ] as const)
    test(`${maker.name}: a stream that ${title} is asked for again, and what came of it is taken back`, async (context) => {
      const { model, server, clock } = await startMaker(maker, context, [
        { text: KOREAN, ...broken },
        { text: KOREAN },
      ]);
      const events = await collect(model.stream(asking(said("hi")), NO_SIGNAL));
      const anew = events.findIndex((event) => event.type === "anew");
      assert.ok(KOREAN.startsWith(textIn(events.slice(0, anew))));
      assert.equal(textIn(events.slice(anew)), KOREAN);
      assert.deepEqual(
        events.filter((event) => event.type === "end").map(({ message }) => textOf(message)),
        [KOREAN],
      );
      assert.equal(server.requests.length, 2);
      assert.deepEqual(clock.waits, [1000]);
    });

  test(`${maker.name}: a stream that breaks each time is given up after three more tries`, async (context) => {
    const breaking: ServerAct = { text: KOREAN, breakAt: { share: 0.6, andThen: "close" } };
    const { model, server, clock } = await startMaker(maker, context, [breaking]);
    const events: ModelEvent[] = [];
    await assert.rejects(
      async () => {
        for await (const event of model.stream(asking(said("hi")), NO_SIGNAL)) events.push(event);
      },
      { name: "ModelError", code: "model-unavailable" },
    );
    assert.ok(events.every((event) => event.type !== "end"));
    assert.equal(server.requests.length, 4);
    assert.deepEqual(clock.waits, [1000, 2000, 4000]);
  });

  test(`${maker.name}: a stream that falls silent is asked for once more`, async (context) => {
    const silent: ServerAct = { text: KOREAN, breakAt: { share: 0.7, andThen: "silence" } };
    const { model, server, clock } = await startMaker(maker, context, [silent]);
    let silence: NodeJS.Timeout | undefined;
    const run = async (): Promise<void> => {
      for await (const event of model.stream(asking(said("hi")), NO_SIGNAL)) {
        clearTimeout(silence);
        if (event.type === "text") silence = setTimeout(() => clock.expire(), 200);
      }
    };
    await assert.rejects(run(), { code: "model-unavailable", message: /did not answer within/ });
    assert.equal(server.requests.length, 2);
  });

  test(`${maker.name}: a stream that breaks before anything came is asked for again`, async (context) => {
    const { model, server } = await startMaker(maker, context, [
      { text: KOREAN, breakAt: { share: 0.01, andThen: "close" } },
      { text: "hello" },
    ]);
    const events = await collect(model.stream(asking(said("hi")), NO_SIGNAL));
    assert.equal(textIn(events), "hello");
    assert.equal(server.requests.length, 2);
  });

  test(`${maker.name}: words come before the answer is whole, and leaving the loop closes the line`, async (context) => {
    const { model, server } = await startMaker(maker, context, [
      { text: KOREAN, breakAt: { share: 0.7, andThen: "silence" } },
    ]);
    for await (const event of model.stream(asking(said("hi")), NO_SIGNAL)) {
      assert.equal(event.type, "text");
      break;
    }
    await (await server.request(1)).closed;
    assert.equal(server.requests.length, 1);
  });

  test(`${maker.name}: an abort ends a stream with its reason and closes the line`, async (context) => {
    const { model, server } = await startMaker(maker, context, [
      { text: KOREAN, breakAt: { share: 0.7, andThen: "silence" } },
    ]);
    const stop = new AbortController();
    const run = async (): Promise<void> => {
      for await (const _ of model.stream(asking(said("hi")), stop.signal))
        stop.abort(new Error("/stop"));
    };
    await assert.rejects(run(), { message: "/stop" });
    await (await server.request(1)).closed;
    assert.equal(server.requests.length, 1);
  });

  test(`${maker.name}: an abort while nothing comes ends the request`, async (context) => {
    const { model, server } = await startMaker(maker, context, [{ fault: "silence" }]);
    const stop = new AbortController();
    const pending = Promise.all([
      assert.rejects(model.send(asking(said("hi")), stop.signal), { message: "/stop" }),
      assert.rejects(collect(model.stream(asking(said("hi")), stop.signal)), { message: "/stop" }),
    ]);
    const requests = [await server.request(1), await server.request(2)];
    stop.abort(new Error("/stop"));
    await pending;
    await Promise.all(requests.map((request) => request.closed));
  });
}
