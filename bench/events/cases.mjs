import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onStore } from '../shared/on-store.mjs';

const program = (name) => fileURLToPath(new URL(`programs/${name}`, import.meta.url));

/** The most that an append may take, as a multiple of a plain insert of the same rows. */
const AT_MOST = 1.3;
/** The fewest events that one core must verify in a second. */
const AT_LEAST = 50_000;

/** The cases. `measure(bench)` returns the seconds of one run. `base` is the case that an append is compared with. */
export const cases = [
  ...['sqlite', 'pg'].flatMap((store) => [
    { id: `${store}-insert-1`, label: `${name(store)}: plain insert`, store, ...writes('insert', 1) },
    {
      id: `${store}-append-1`,
      label: `${name(store)}: append`,
      store,
      ...writes('append', 1),
      ...comparedWith(`${store}-insert-1`),
    },
    {
      id: `${store}-insert-100`,
      label: `${name(store)}: plain insert, 100 in a statement`,
      store,
      ...writes('insert', 100),
    },
    {
      ...{ id: `${store}-append-100`, label: `${name(store)}: append, 100 in a call`, store },
      ...{ ...writes('append', 100), ...comparedWith(`${store}-insert-100`) },
    },
  ]),
  { id: 'sqlite-verify', label: 'SQLite: verify', store: 'sqlite', ...verifies('database') },
  { id: 'pg-verify', label: 'PostgreSQL: verify', store: 'pg', ...verifies('database') },
  { id: 'file-verify', label: 'verify an export', store: 'sqlite', ...verifies('file') },
];

function name(store) {
  return store === 'pg' ? 'PostgreSQL' : 'SQLite';
}

function writes(how, perCall) {
  return {
    measure: (bench, store) => onStore(bench, store, (url) => [program('append.mjs'), how, bench.events, perCall, url]),
  };
}

function comparedWith(base) {
  return { base, atMost: AT_MOST };
}

function verifies(from) {
  const measure = (bench, store) =>
    onStore(bench, store, (url, folder) => [
      program('verify.mjs'),
      from,
      bench.events,
      url,
      join(folder, 'events.ndjson'),
    ]);
  return { measure, atLeast: AT_LEAST };
}
