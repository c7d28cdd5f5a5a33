import { CasparianApiError, connectionFailed, errorOfResponse } from './api-error.js';

/** How requests are sent. */
export interface Transport {
  readonly fetch: typeof fetch;
  /** Without a slash at its end. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How long the server may be silent. */
  readonly timeoutMs: number;
}

export interface Outgoing {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: NonNullable<RequestInit['body']> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A successful response whose body is still to be read. */
export interface Exchange {
  readonly response: Response;
  /** Waits for a part of the body; fails if it takes too long or the signal aborts. */
  readonly within: <T>(part: Promise<T>) => Promise<T>;
  /** Must be called in the end: stops listening to the signal, and drops what was not read. */
  readonly end: () => void;
}

/** Sends a request once. Fails with a CasparianApiError, or with the reason of the signal. */
export async function exchange({ fetch: send, url, headers, timeoutMs }: Transport, out: Outgoing): Promise<Exchange> {
  const controller = new AbortController();
  const { signal: outer } = out;
  const stop = (): void => controller.abort(outer?.reason);
  // A listener rather than AbortSignal.any, which Node 20 can collect before it fires.
  if (outer?.aborted) stop();
  else outer?.addEventListener('abort', stop, { once: true });
  const end = (): void => {
    outer?.removeEventListener('abort', stop);
    controller.abort();
  };
  const within = async <T>(part: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => controller.abort(silent(timeoutMs)), timeoutMs);
    try {
      return await part;
    } catch (error) {
      throw outer?.aborted || error instanceof CasparianApiError ? error : connectionFailed(url, error);
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    const isStream = out.body instanceof ReadableStream;
    const response = await within(
      send(`${url}${out.target}`, {
        ...{ method: out.method, headers: { ...headers, ...out.headers }, signal: controller.signal },
        ...(out.body === undefined ? {} : { body: out.body }),
        // Required for streams; not in the types of Node and browsers alike.
        ...((isStream ? { duplex: 'half' } : {}) as object),
      }),
    );
    if (response.ok) return { response, within, end };
    throw await within(errorOfResponse(response));
  } catch (error) {
    end();
    throw error;
  }
}

function silent(timeoutMs: number): CasparianApiError {
  return new CasparianApiError('NETWORK_ERROR', 'The server did not respond in time', {
    why: `Nothing arrived for ${timeoutMs / 1_000} seconds.`,
  });
}
