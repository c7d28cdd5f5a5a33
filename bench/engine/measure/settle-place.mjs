import { queryOnce } from './postgres-clients.mjs';

/**
 * Vacuums a freshly filled PostgreSQL database. Otherwise autovacuum would start during some measurements and not during
 * others. SQLite and Redis have no background work.
 */
export async function settlePlace(store, place) {
  if (store === 'pg') await queryOnce(place.url, 'vacuum (analyze)');
}

/**
 * Makes PostgreSQL write the dirty buffers of a large fill. Otherwise the measured statements would write them whenever
 * they need a buffer, and a large table would look slower than it is.
 */
export async function writeBackFill(store, place) {
  if (store === 'pg') await queryOnce(place.url, 'checkpoint');
}
