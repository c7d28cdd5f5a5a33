import { connectAll } from './postgres-clients.mjs';
import { until } from './until.mjs';

/**
 * Waits until `leftQuery` returns no rows. Its connection is opened at first use: during the warm-up, and not at all in a
 * process that never calls this.
 */
export function createSettled(url, leftQuery) {
  let connected;
  return async () => {
    connected ??= connectAll(url, 1);
    const [client] = await connected;
    await until(async () => (await client.query(leftQuery)).rows.length === 0, `no rows from: ${leftQuery}`);
  };
}
