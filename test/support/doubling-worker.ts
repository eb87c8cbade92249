import { doInWorker } from "../../src/base/worker.ts";

doInWorker(async ({ number }: { readonly number: number }, tell: (step: number) => void) => {
  if (number < 0) throw new Error("No number below zero.");
  tell(1);
  if (number === Number.POSITIVE_INFINITY) for (;;);
  tell(2);
  return number * 2;
});
