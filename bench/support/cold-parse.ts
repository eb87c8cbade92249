// One parse in a process that has parsed nothing before: `cold-parse.ts INDEX` prints what that text of worstTexts() took, in ms:
// the time of day, and the processor time of all threads.
import { parse } from "../../src/engine/language/parser.ts";
import { cpuMs } from "./rounds.ts";
import { worstTexts } from "./worst-texts.ts";

const entry = worstTexts()[Number(process.argv[2])];
if (entry === undefined) throw new Error("There is no such text.");
const startCpuMs = cpuMs();
const startMs = performance.now();
parse(entry.text);
const tookMs = performance.now() - startMs;
process.stdout.write(`${tookMs} ${cpuMs() - startCpuMs}`);
