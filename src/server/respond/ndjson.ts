import { jsonOf } from './json-of.js';
import type { Outgoing } from './outgoing.js';

interface ListPage {
  readonly items: readonly unknown[];
  readonly next_cursor: string | null;
}

/** Whether the client wants a list as lines of JSON. */
export function wantsNdjson(accept: string | undefined): boolean {
  return accept?.includes('application/x-ndjson') ?? false;
}

/**
 * All pages of a list, one item per line. A page is read when the client has taken the one before. If a later page fails, the
 * last line is the error.
 */
export function ndjsonPages(
  readPage: (cursor: string | undefined) => Promise<ListPage>,
  first: ListPage,
  errorLine: (error: unknown) => unknown,
): Outgoing {
  let page: ListPage | undefined = first;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!page) return controller.close();
        controller.enqueue(lines(page.items));
        try {
          page = page.next_cursor === null ? undefined : await readPage(page.next_cursor);
        } catch (error) {
          controller.enqueue(lines([errorLine(error)]));
          page = undefined;
        }
      },
    },
    { highWaterMark: 1 },
  );
  return { status: 200, headers: { 'content-type': 'application/x-ndjson; charset=utf-8' }, body };
}

function lines(items: readonly unknown[]): Uint8Array {
  return Buffer.from(items.map((item) => `${jsonOf(item)}\n`).join(''));
}
