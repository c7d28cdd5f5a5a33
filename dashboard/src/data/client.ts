import { createClient } from '../../../src/client/index.js';
import { parseWithoutLoss } from './exact-number.js';

/** Where the server is: the address in `<base href>`, without its last slash. */
const SERVER_URL = document.baseURI.replace(/[?#].*$/, '').replace(/\/+$/, '');

/** Few retries: lists try again by themselves when the server is back, and people see the reason meanwhile. */
export const client = createClient({ url: SERVER_URL, parseJson: parseWithoutLoss, retries: 2, timeoutMs: 30_000 });

/** The address of a route, for links and downloads. */
export function apiUrl(path: string): string {
  return `${SERVER_URL}${path}`;
}

/** A client with a key that was typed in. It opens a session; then the cookie is enough. */
export function clientWithKey(key: string): typeof client {
  return createClient({ url: SERVER_URL, key, retries: 1 });
}

/** For hooks, whose callers have the types of the path. */
export function getUntyped<T>(path: string, options: object): Promise<T> {
  return (client as unknown as { get(path: string, options: object): Promise<T> }).get(path, options);
}
