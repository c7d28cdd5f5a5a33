import { CasparianApiError, errorOfFields } from './api-error.js';
import type { Client, ClientOptions, Received } from './client.js';
import { exchange, type Exchange, type Transport } from './exchange.js';
import { liveEvents } from './live-events.js';
import { prepareRequest, type UntypedOptions } from './outgoing-request.js';
import { readLines } from './read-lines.js';
import { withRetries } from './retries.js';
import type { Page, Schemas } from './typed-paths.js';

const TIMEOUT_MS = 60_000;
const RETRIES = 4;
const MAX_RETRY_WAIT_MS = 60_000;

/** A client of one server. It holds no connection, so there is nothing to close. */
export function createClient(options: ClientOptions): Client {
  const { key, parseJson = JSON.parse as (text: string) => unknown } = options;
  const transport: Transport = {
    // Called without an object: browsers refuse `fetch` as a method of anything but the window.
    fetch: (...request) => (options.fetch ?? fetch)(...request),
    url: options.url.replace(/\/+$/, ''),
    headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...options.headers },
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
  };
  const policy = { retries: options.retries ?? RETRIES, maxWaitMs: options.maxRetryWaitMs ?? MAX_RETRY_WAIT_MS };

  async function send(
    method: string,
    path: string,
    given: UntypedOptions = {},
    parse: typeof parseJson | null = parseJson,
  ): Promise<Received<unknown>> {
    const request = prepareRequest(method.toUpperCase(), path, given);
    return withRetries(policy, request, async () => {
      const open = await exchange(transport, request);
      try {
        const { status, headers } = open.response;
        return { data: await bodyOf(open, parse), status, headers, etag: headers.get('etag') ?? undefined };
      } finally {
        open.end();
      }
    });
  }

  async function* pages(path: string, given: UntypedOptions = {}): AsyncGenerator<Page<unknown>> {
    let cursor = given.query?.['cursor'];
    do {
      const { data } = await send('get', path, { ...given, query: { ...given.query, cursor } });
      const page = data as Page<unknown>;
      yield page;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  async function* items(path: string, given?: UntypedOptions): AsyncGenerator<unknown> {
    for await (const page of pages(path, given)) yield* page.items;
  }

  async function* lines(path: string, given: UntypedOptions = {}): AsyncGenerator<unknown> {
    const headers = { ...given.headers, accept: 'application/x-ndjson' };
    const request = prepareRequest('GET', path, { ...given, headers });
    const open = await withRetries(policy, request, () => exchange(transport, request));
    try {
      for await (const line of readLines(open)) if (line !== '') yield itemOf(parseJson(line), open);
    } finally {
      open.end();
    }
  }

  const dataOf =
    (method: string) =>
    async (path: string, given?: UntypedOptions): Promise<unknown> =>
      (await send(method, path, given)).data;
  const bytes = async (path: string, given?: UntypedOptions): Promise<unknown> =>
    (await send('get', path, given, null)).data;
  const untyped = {
    ...{ bytes, pages, items, lines },
    send: (method: string, path: string, given?: UntypedOptions) => send(method, path, given),
    ...{
      get: dataOf('get'),
      post: dataOf('post'),
      put: dataOf('put'),
      patch: dataOf('patch'),
      delete: dataOf('delete'),
    },
    events: (following?: Parameters<Client['events']>[0]) => liveEvents(transport, following),
  };
  // The types of `Client` come from the specification, which the server follows; the code above is the same for all paths.
  return untyped as unknown as Client;
}

/** An object, or bytes if it is not JSON or is not to be parsed. */
async function bodyOf({ response, within }: Exchange, parseJson: ((text: string) => unknown) | null): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (/\bhtml\b/.test(type)) throw notOfApi(response.status);
  if (parseJson === null || !/\bjson\b/.test(type)) return new Uint8Array(await within(response.arrayBuffer()));
  const text = await within(response.text());
  try {
    return parseJson(text);
  } catch (cause) {
    throw new CasparianApiError('RESPONSE_UNREADABLE', 'The response is not JSON', { status: response.status, cause });
  }
}

function notOfApi(status: number): CasparianApiError {
  return new CasparianApiError('RESPONSE_UNREADABLE', 'The response is a web page', {
    ...{ status, why: 'The API sends none.' },
    next: ['Check the URL, and the base path in it.'],
  });
}

/** A list that fails after its first page has the error as its last line. */
function itemOf(item: unknown, { response }: Exchange): unknown {
  const { error } = (item ?? {}) as Partial<Schemas['Error']>;
  const id = error?.correlation_id;
  if (error === undefined || id === undefined || id !== response.headers.get('x-correlation-id')) return item;
  throw errorOfFields(error, { status: response.status });
}
