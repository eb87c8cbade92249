import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** How a model of a test's own is made. */
export interface TinyModel {
  /** Numbers of a vector; default 768. */
  readonly dimensions?: number;
  /** Other numbers give other vectors; default 1. */
  readonly seed?: number;
  /** Keeps only so many bytes of the weights. */
  readonly truncatedToBytes?: number;
}

const HIDDEN = 24;

/** Tokens of the tokenizer: specials, ASCII, Hangul syllables, each of the last two also as the rest of a word. */
const VOCABULARY = (() => {
  const letters = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
  const syllables = Array.from({ length: 11_172 }, (_, at) => String.fromCharCode(0xac00 + at));
  const pieces = [...letters, ...syllables];
  return ["[PAD]", "[UNK]", "[CLS]", "[SEP]", ...pieces, ...pieces.map((piece) => `##${piece}`)];
})();

/**
 * Writes a sentence encoder with random weights in the layout of the Hub: `tanh(E[token] · W)` for each token, in ONNX, with a WordPiece
 * tokenizer of single characters. So a text's vector is the mean over its characters, and texts that share many lie near each other.
 */
export function writeTinyModel(folder: string, options: TinyModel = {}): void {
  const { dimensions = 768, seed = 1, truncatedToBytes } = options;
  mkdirSync(join(folder, "onnx"), { recursive: true });
  const json = (name: string, content: unknown): void =>
    writeFileSync(join(folder, name), JSON.stringify(content));
  json("config.json", {
    model_type: "bert",
    architectures: ["BertModel"],
    hidden_size: dimensions,
    vocab_size: VOCABULARY.length,
  });
  json("tokenizer_config.json", {
    tokenizer_class: "BertTokenizer",
    model_max_length: 128,
    pad_token: "[PAD]",
    unk_token: "[UNK]",
    cls_token: "[CLS]",
    sep_token: "[SEP]",
  });
  json("tokenizer.json", tokenizer());
  const weights = join(folder, "onnx", "model.onnx");
  writeFileSync(weights, onnxModel(dimensions, seed));
  if (truncatedToBytes !== undefined) truncateSync(weights, truncatedToBytes);
}

function tokenizer(): unknown {
  const special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"].map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }));
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: special,
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: false,
      strip_accents: false,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "BertProcessing",
      sep: ["[SEP]", 3],
      cls: ["[CLS]", 2],
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(VOCABULARY.map((piece, id) => [piece, id])),
    },
  };
}

/** The protobuf of a ModelProto (onnx/onnx.proto3): IR version 8, opset 14. */
function onnxModel(dimensions: number, seed: number): Buffer {
  const random = randomNumbers(seed);
  const graph = message(
    ...[
      node("Gather", ["embeddings", "input_ids"], "tokens"),
      node("MatMul", ["tokens", "weights"], "mixed"),
      node("Tanh", ["mixed"], "last_hidden_state"),
    ].map((each) => field(1, each)),
    field(2, "tiny"),
    field(5, tensor("embeddings", [VOCABULARY.length, HIDDEN], random)),
    field(5, tensor("weights", [HIDDEN, dimensions], random)),
    field(11, value("input_ids", INT64, ["batch", "sequence"])),
    field(11, value("attention_mask", INT64, ["batch", "sequence"])),
    field(12, value("last_hidden_state", FLOAT, ["batch", "sequence", dimensions])),
  );
  const opset = message(field(1, ""), number(2, 14));
  return message(number(1, 8), field(2, "ibl-bot tests"), field(7, graph), field(8, opset));
}

const FLOAT = 1;
const INT64 = 7;

function node(operator: string, inputs: readonly string[], output: string): Buffer {
  return message(
    ...inputs.map((input) => field(1, input)),
    field(2, output),
    field(3, output),
    field(4, operator),
  );
}

function tensor(name: string, shape: readonly number[], random: () => number): Buffer {
  const size = shape.reduce((product, length) => product * length, 1);
  const values = Float32Array.from({ length: size }, random);
  return message(
    ...shape.map((length) => number(1, length)),
    number(2, FLOAT),
    field(8, name),
    field(9, Buffer.from(values.buffer)),
  );
}

function value(name: string, type: number, shape: readonly (string | number)[]): Buffer {
  const dimensions = shape.map((length) =>
    field(1, typeof length === "string" ? message(field(2, length)) : message(number(1, length))),
  );
  const tensorType = message(number(1, type), field(2, message(...dimensions)));
  return message(field(1, name), field(2, message(field(1, tensorType))));
}

function message(...fields: readonly Buffer[]): Buffer {
  return Buffer.concat(fields);
}

/** A field of wire type 2: a text, bytes or a message. */
function field(tag: number, content: string | Buffer): Buffer {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return Buffer.concat([varint((tag << 3) | 2), varint(bytes.length), bytes]);
}

/** A field of wire type 0: a whole number. */
function number(tag: number, content: number): Buffer {
  return Buffer.concat([varint(tag << 3), varint(content)]);
}

function varint(content: number): Buffer {
  const bytes: number[] = [];
  let left = content;
  while (left >= 0x80) {
    bytes.push((left & 0x7f) | 0x80);
    left = Math.floor(left / 0x80);
  }
  return Buffer.from([...bytes, left]);
}

/** The same numbers for the same seed, in [-1, 1) (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}
