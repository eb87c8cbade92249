// What the parts of the search for usage examples add, on the labelled sets: first, in three, and silence of the unrelated.
//   node --import tsx bench/understanding.ts             the search as it is, by meaning alone and by words alone
//   node --import tsx bench/understanding.ts --material  the same with parts of what it is learned from left out
//   node --import tsx bench/understanding.ts --features  the learned model alone, with kinds of features left out

import { learnIntents, type TrainingTexts } from "../src/rag/encoders/intent-model.ts";
import { evaluate } from "../src/rag/search/evaluation.ts";
import type { SearchOptions } from "../src/rag/search/example-search.ts";
import { type Features, featuresOf } from "../src/rag/text/features.ts";
import { FeatureTable, unpacked } from "../src/rag/text/packed-features.ts";
import { materialOf, readTrainingTexts, type UsageMaterial } from "../src/rag/training/material.ts";
import { shippedCatalogue } from "../test/support/catalogue.ts";
import { readLabelled } from "../test/support/labelled.ts";
import { openUsage, shippedMaterial, shippedShelf } from "../test/support/usage-examples.ts";
import { print, printTable } from "./support/rounds.ts";
import { benchArguments, sized } from "./support/short.ts";

const SETS = ["unseen-5", "unseen-4", "unseen-3", "report"] as const;
const HEAD = ["", ...SETS.flatMap((set) => [`${set}: first`, "in three", "silence"])];

/** A model alone finds nothing where it is surer than this that nothing is asked for. */
const SURE_OF_NOTHING = 0.5;
const NOTHING = "-";

/** Kinds of features by how their names begin. */
const KINDS: readonly (readonly [string, (name: string) => boolean])[] = [
  ["all kinds", () => false],
  ["without themes", (name) => /(?:^|[: ])t:/u.test(name)],
  ["without pairs of ideas", (name) => name.startsWith("&:")],
  ["without concepts", (name) => /(?:^|[: ])w:c:/u.test(name)],
  ["without mood, ending and opening", (name) => /^[fqes]:/u.test(name)],
  ["without syllable and letter groups", (name) => /^[pl]:/u.test(name)],
  ["without neighbouring words", (name) => name.startsWith("b:")],
];

const [way] = benchArguments();
if (way === "--features") measureFeatures();
else if (way === "--material") await measureMaterial();
else await measureSearch();

async function measureSearch(): Promise<void> {
  const whole = shippedMaterial();
  const few = {
    ...whole,
    examples: whole.examples.slice(0, 300),
    smallTalk: whole.smallTalk.slice(0, 50),
  };
  const shipped = sized(whole, few);
  printTable("The search", [
    HEAD,
    await rowOf("all together", shipped),
    await rowOf("meaning alone", shipped, { alpha: 1 }),
    await rowOf("words alone", shipped, { alpha: 0 }),
  ]);
}

async function measureMaterial(): Promise<void> {
  const rows = [HEAD];
  for (const [name, material] of lessMaterial(shippedMaterial()))
    rows.push([...(await rowOf(name, material))]);
  printTable("The search, learned from less", rows);
}

function lessMaterial(shipped: UsageMaterial): readonly (readonly [string, UsageMaterial])[] {
  const shelf = shippedShelf();
  const withoutHints = materialOf(shippedCatalogue(), { ...shelf, hints: [] }, "no hints");
  const less = (digest: string, part: Partial<UsageMaterial>): UsageMaterial => {
    return { ...shipped, digest, ...part };
  };
  const written = shipped.examples.filter(({ source }) => source === "shipped");
  return [
    ["without the generator's examples", less("written", { examples: written })],
    ["without any small talk", less("silent", { smallTalk: [] })],
    ["without the phrasings for search", withoutHints],
  ];
}

async function rowOf(
  name: string,
  material: UsageMaterial,
  options: SearchOptions = {},
): Promise<readonly string[]> {
  const usage = openUsage(material);
  const row = [name];
  for (const set of SETS) {
    const search = (text: string) => usage.examples.search(text, options);
    const { recall1, recall3, silence } = await evaluate(readLabelled(set), search);
    row.push(...[recall1, recall3, silence].map((share) => share.toFixed(3)));
  }
  await usage.close();
  print(row.join("  "));
  return row;
}

function measureFeatures(): void {
  const { examples, smallTalk } = shippedMaterial();
  const training = resultOf(readTrainingTexts(examples, smallTalk));
  const rows = KINDS.map(([name, isLeftOut]) => [name, ...sharesOf(training, isLeftOut)]);
  printTable("The model alone", [HEAD, ...rows]);
}

function sharesOf(
  training: TrainingTexts,
  isLeftOut: (name: string) => boolean,
): readonly string[] {
  const kept = (features: Features): Features =>
    new Map([...features].filter(([name]) => !isLeftOut(name)));
  const table = new FeatureTable();
  const left = training.texts.map(({ features, labels }) => ({
    features: table.pack(kept(unpacked(features, training.names))),
    labels,
  }));
  const model = resultOf(learnIntents({ texts: left, names: table.names }));
  return SETS.flatMap((set) => {
    const found = readLabelled(set).map(({ text, right }) => {
      const names = likeliest(model.labels, model.predict(kept(featuresOf(text))));
      return { right, names };
    });
    const asked = found.filter(({ right }) => right.size > 0);
    const unrelated = found.filter(({ right }) => right.size === 0);
    return [
      shareOf(asked, ({ right, names }) => right.has(names[0] ?? "")),
      shareOf(asked, ({ right, names }) => names.some((name) => right.has(name))),
      shareOf(unrelated, ({ names }) => names.length === 0),
    ];
  });
}

/** The three likeliest actions; none where it is likelier that nothing is asked for. */
function likeliest(labels: readonly string[], shares: Float64Array): readonly string[] {
  const ranked = labels
    .map((name, place) => ({ name, share: shares[place] ?? 0 }))
    .sort((left, right) => right.share - left.share);
  const nothing = ranked.find(({ name }) => name === NOTHING)?.share ?? 0;
  if (nothing > SURE_OF_NOTHING) return [];
  const actions = ranked.map(({ name }) => name).filter((name) => name !== NOTHING);
  return actions.slice(0, 3);
}

function shareOf<Item>(items: readonly Item[], isIn: (item: Item) => boolean): string {
  return (items.filter(isIn).length / items.length).toFixed(3);
}

function resultOf<Result>(work: Generator<unknown, Result, void>): Result {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}
