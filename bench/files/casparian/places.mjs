import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { casparian } from './command.mjs';

/**
 * Where commands work: a home with its database. A place is prepared once, and every measured command gets a copy of it,
 * so that each round begins with the same state.
 */
export function createPlaces({ directory, postgres }) {
  const prepared = new Map();
  let number = 0;

  async function empty(store) {
    const name = `place_${++number}`;
    const home = join(directory, name);
    mkdirSync(home);
    const url = store === 'pg' ? await postgres.createDatabase(name) : undefined;
    const place = placeOf(name, home, url, directory);
    await casparian(['db', 'migrate'], place);
    return place;
  }

  async function copyOf(original) {
    const name = `place_${++number}`;
    const home = join(directory, name);
    cpSync(original.home, home, { recursive: true });
    const url = original.url === undefined ? undefined : await postgres.createDatabase(name, original.name);
    return placeOf(name, home, url, directory);
  }

  return {
    /** Runs `work` in a copy of the place with this name; `prepare` creates it at the first use. */
    async inCopy(name, store, prepare, work) {
      if (!prepared.has(name)) {
        const place = await empty(store);
        prepared.set(name, { place, preparation: await prepare(place) });
      }
      const { place, preparation } = prepared.get(name);
      const copy = await copyOf(place);
      try {
        return await work(copy, preparation);
      } finally {
        rmSync(copy.home, { recursive: true, force: true });
        if (copy.url !== undefined) await postgres.dropDatabase(copy.name);
      }
    },
  };
}

function placeOf(name, home, url, directory) {
  return { name, home, url, directory, flags: ['--home', home, ...(url === undefined ? [] : ['--db', url])] };
}
