/** Largest answer of a service that the operator named, in bytes: far above any answer of the Bot API or of a model. */
const LARGEST_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * The platform's `fetch` for the few clients whose host comes from the operator's settings and never from a program: their keys go to
 * that host alone, so no redirect is followed, and an answer ends with an error past `maxBytes` (default 32 MiB). Time is the
 * caller's: it aborts the signal, also while the answer is read. Everything else goes through the guarded `Fetch`.
 */
export async function serviceFetch(
  input: Parameters<typeof fetch>[0],
  init: Parameters<typeof fetch>[1] = {},
  maxBytes = LARGEST_ANSWER_BYTES,
): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: "error" });
  if (response.body === null) return response;
  let leftBytes = maxBytes;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      leftBytes -= chunk.byteLength;
      if (leftBytes < 0) throw new Error(`The answer is larger than ${maxBytes} bytes.`);
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  // Node's fetch forgets its signal when garbage is collected while a body comes (nodejs/undici, issue 3644): the pipe holds it.
  const held = init.signal ? { signal: init.signal } : {};
  return new Response(response.body.pipeThrough(limit, held), { status, statusText, headers });
}
