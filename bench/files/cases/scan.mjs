import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureProcess } from '../../shared/measured-process.mjs';
import { casparian } from '../casparian/command.mjs';
import { largeFiles, smallFiles } from '../data/inputs.mjs';

const WALK = fileURLToPath(new URL('../programs/walk.mjs', import.meta.url));
const HASH = fileURLToPath(new URL('../programs/hash.mjs', import.meta.url));

const small = ({ amounts, log }) => smallFiles(amounts.smallFiles, log).folder;
const large = ({ amounts, log }) => largeFiles(amounts.largeBytes, log).folder;

export const scanCases = [
  program('walk', 'walk', 'bare walk: readdirSync and statSync', WALK, small),
  scan('scan-unchanged', 'walk', 'casparian scan when nothing changed, SQLite', small, {
    store: 'sqlite',
    isKnown: true,
  }),
  scan('scan-unchanged-pg', 'walk', 'casparian scan when nothing changed, PostgreSQL', small, {
    store: 'pg',
    isKnown: true,
  }),
  program('hash-large', 'hash', 'raw BLAKE3, few large files', HASH, large),
  scan('scan-large', 'hash', 'casparian scan, few large files, first time', large, { store: 'sqlite', isKnown: false }),
  program('hash-small', 'hash-small', 'raw BLAKE3, many small files', HASH, small),
  scan('scan-small', 'hash-small', 'casparian scan, many small files, first time', small, {
    store: 'sqlite',
    isKnown: false,
  }),
];

function program(id, group, label, path, folderOf) {
  const run = async (folder, signal) => {
    const { seconds, rootMb } = await measureProcess([process.execPath, path, folder], signal);
    return { seconds, hostMb: rootMb };
  };
  return {
    id,
    group,
    label,
    measure: (bench) => run(folderOf(bench), bench.signal),
    measureStartUp: (bench) => run(emptyFolder(bench), bench.signal),
  };
}

function scan(id, group, label, folderOf, { store, isKnown }) {
  const scanned = (folder) => (place, signal) => casparian(['scan', folder], place, signal);
  return {
    id,
    group,
    label,
    store,
    measure: (bench) => {
      const run = scanned(folderOf(bench));
      const prepare = (place) => (isKnown ? run(place, bench.signal) : undefined);
      return bench.places.inCopy(id, store, prepare, async (place) => {
        const { answer, ...rest } = await run(place, bench.signal);
        const expected = isKnown ? answer.unchanged : answer.changed;
        if (expected !== answer.discovered) throw new Error(`not as expected: ${JSON.stringify(answer)}`);
        return rest;
      });
    },
    measureStartUp: (bench) => {
      const run = scanned(emptyFolder(bench));
      return bench.places.inCopy(
        'empty',
        'sqlite',
        (place) => run(place, bench.signal),
        (place) => run(place, bench.signal),
      );
    },
  };
}

function emptyFolder({ directory }) {
  return mkdtempSync(join(directory, 'empty-'));
}
