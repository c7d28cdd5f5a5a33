import { connectAll } from './postgres-clients.mjs';
import { until } from './until.mjs';

/**
 * Waits until `leftQuery` finds nothing, over one connection that is opened at the first use: the warm-up pays for it,
 * and a process that never asks does not carry it in its memory.
 */
export function createSettled(url, leftQuery) {
  let connected;
  return async () => {
    connected ??= connectAll(url, 1);
    const [client] = await connected;
    await until(async () => (await client.query(leftQuery)).rows.length === 0, `an empty answer to: ${leftQuery}`);
  };
}
