import type { HttpClient, HttpResponse } from '../client.js';
import type { Exchange } from '../message/exchange.js';
import { firstHeader } from '../message/header-lines.js';
import { statusFailure, tooLarge } from './failure.js';

export interface SendOptions {
  /** For all exchanges together. */
  readonly deadlineMs: number;
  /** Of one body, as sent. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  readonly now: () => number;
}

/** Exchanges over the network that share one deadline. */
export function sendExchange(client: HttpClient, { deadlineMs, maxBytes, signal, now }: SendOptions): Exchange {
  const begun = performance.now();
  return async (request) => {
    const requestTime = now();
    // A timer of 0 ms still fires: the request fails as late.
    const leftMs = Math.max(0, Math.ceil(deadlineMs - (performance.now() - begun)));
    const response = await client.send({ ...request, deadlineMs: leftMs, signal });
    const responseTime = now();
    const { status, headerLines: headers } = response;
    const body = await readWhole(response, maxBytes);
    if (body === undefined) {
      const failure = status >= 400 ? statusFailure(request.url, status, headers, now()) : undefined;
      throw failure ?? tooLarge(request.url, `Its body has more than ${maxBytes} bytes.`);
    }
    return { status, headers, body, requestTime, responseTime };
  };
}

/** Undefined if the body is larger than the limit. The rest is not read, and the connection is closed. */
async function readWhole({ body, headerLines }: HttpResponse, maxBytes: number): Promise<Buffer | undefined> {
  const announced = Number(firstHeader(headerLines, 'content-length') ?? 0);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes || announced > maxBytes) return undefined;
  }
  return Buffer.concat(chunks, length);
}
