import type { Exchange } from './exchange.js';

/** The lines of a body, without their ends. A last line without an end is not one: the body was cut off, or it is empty. */
export async function* readLines({ response, within }: Exchange): AsyncGenerator<string> {
  if (response.body === null) return;
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await within(reader.read());
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    reader.releaseLock();
  }
}
