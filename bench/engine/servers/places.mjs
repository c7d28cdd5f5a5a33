import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates an empty database (a place) for every child process and deletes it afterwards. `servers` has the started
 * servers; without its server, a store has no place and its subjects are skipped.
 */
export function createPlaceMaker({ directory, postgres, redis }) {
  let number = 0;
  const makers = {
    pg: postgres && (() => postgresPlace(postgres, `bench_${number}`)),
    redis: redis && (() => ({ url: redis.url, discard: redis.empty })),
    sqlite: () => sqlitePlace(join(directory, `sqlite-${number}`)),
  };
  return {
    has: (store) => makers[store] !== undefined,
    make: (store) => {
      number += 1;
      return makers[store]();
    },
  };
}

async function postgresPlace(postgres, name) {
  return { url: await postgres.createDatabase(name), discard: () => postgres.dropDatabase(name) };
}

function sqlitePlace(folder) {
  mkdirSync(folder);
  const file = join(folder, 'bench.db');
  return { file, url: `sqlite:${file}`, discard: () => rmSync(folder, { recursive: true, force: true }) };
}
