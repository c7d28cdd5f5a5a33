import type { HeaderLines } from './header-lines.js';

/** A request whose response is read whole. Header names are in lower case. */
export interface ExchangeRequest {
  readonly method: string;
  /** Without a fragment. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

export interface Exchanged {
  readonly status: number;
  readonly headers: HeaderLines;
  /** As received, with its content coding. */
  readonly body: Buffer;
  /** When the request was sent and the response arrived, in milliseconds. */
  readonly requestTime: number;
  readonly responseTime: number;
}

/** Sends one request and resolves with the complete response, whatever its status is. Redirects are not followed. */
export type Exchange = (request: ExchangeRequest) => Promise<Exchanged>;
