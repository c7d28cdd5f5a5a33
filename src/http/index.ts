export { checkUrl } from './check-url.js';
export type { AddressPolicy } from './check-url.js';
export { createHttpClient, readAtMost } from './client.js';
export type { HttpClient } from './client.js';
export { resolveHost } from './resolve-host.js';
export type { Resolver } from './resolve-host.js';
export { retryAfterMs } from './retry-after.js';
