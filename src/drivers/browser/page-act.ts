/** Something done on the shown page. `ref` is a reference of a snapshot (`e3`), or what the element is called. */
export type PageAct =
  | {
      readonly kind: "click";
      readonly ref: string;
      readonly button: "left" | "right";
      readonly count: 1 | 2;
    }
  | {
      readonly kind: "type";
      readonly ref: string;
      readonly text: string;
      /** Presses Enter behind it. */
      readonly submit: boolean;
      /** Takes out first what is there. */
      readonly clear: boolean;
    }
  /** `values` are what the options are called, or their values. */
  | { readonly kind: "select"; readonly ref: string; readonly values: readonly string[] }
  | { readonly kind: "hover"; readonly ref: string }
  | { readonly kind: "drag"; readonly ref: string; readonly target: string }
  | { readonly kind: "press"; readonly key: string }
  | {
      readonly kind: "upload";
      readonly ref: string;
      readonly name: string;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: "evaluate"; readonly expression: string };
