import { queryOnce } from './postgres-clients.mjs';

/**
 * Brings a freshly filled database to rest. Without it PostgreSQL's autovacuum would start in the middle of some
 * measurements and not of others. SQLite and Redis do nothing on their own and need no rest.
 */
export async function settlePlace(store, place) {
  if (store === 'pg') await queryOnce(place.url, 'vacuum (analyze)');
}

/**
 * Has PostgreSQL write back what a large fill left dirty in its buffers. Otherwise the measured statements would pay
 * for it whenever they need a buffer, and the size of the table would look slower than it is.
 */
export async function writeBackFill(store, place) {
  if (store === 'pg') await queryOnce(place.url, 'checkpoint');
}
