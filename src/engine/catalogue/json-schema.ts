import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

const COMPILED = new WeakMap<object, ValidateFunction>();

let compiler: Ajv2020 | undefined;

/**
 * The check of a JSON Schema (draft 2020-12, strict), compiled once for the same schema object; it gathers all errors. Throws where the
 * object is no such schema. One compiler serves all: making one, with the schema of schemas, takes longer than most schemas do.
 */
export function validatorOf<Value = unknown>(schema: object): ValidateFunction<Value> {
  const known = COMPILED.get(schema);
  // A compiled schema says nothing of the type: whoever asks names the type that the schema describes.
  if (known !== undefined) return known as ValidateFunction<Value>;
  compiler ??= new Ajv2020({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    code: { optimize: false },
  });
  try {
    const validate = compiler.compile<Value>(schema);
    COMPILED.set(schema, validate);
    return validate;
  } finally {
    // Kept above, as long as the schema lives; the compiler itself would keep those of every reload.
    compiler.removeSchema(schema);
  }
}
