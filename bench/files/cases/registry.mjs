import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureProcess } from '../../shared/measured-process.mjs';
import { casparian } from '../casparian/command.mjs';

const REGISTER_MANY = fileURLToPath(new URL('../casparian/register-many.mjs', import.meta.url));

export const registryCases = [
  registryCase('list-sqlite', 'casparian parser list, SQLite', 'sqlite', () => ['parser', 'list']),
  registryCase('register-sqlite', 'casparian parser register, SQLite', 'sqlite', oneMore),
  registryCase('list-pg', 'casparian parser list, PostgreSQL', 'pg', () => ['parser', 'list']),
  registryCase('register-pg', 'casparian parser register, PostgreSQL', 'pg', oneMore),
];

function registryCase(id, label, store, command) {
  return {
    id,
    group: 'registry',
    label,
    store,
    measure: (bench) =>
      bench.places.inCopy(
        `registry-${store}`,
        store,
        (place) => registerMany(place, bench),
        async (place) => {
          const { seconds, cpuMs, hostMb } = await casparian(command(bench), place, bench.signal);
          return { seconds, cpuMs, hostMb };
        },
      ),
  };
}

/** In one process: a process for each of them would take minutes. */
async function registerMany(place, { amounts, directory, signal, log }) {
  log(`registering ${amounts.parsers} parsers`);
  const { answer } = await measureProcess(
    [
      process.execPath,
      REGISTER_MANY,
      mkdtempSync(join(directory, 'parsers-')),
      String(amounts.parsers),
      ...place.flags,
    ],
    signal,
  );
  if (answer.registered !== amounts.parsers) throw new Error(`${answer.registered} parsers were registered`);
}

function oneMore({ directory }) {
  const path = join(mkdtempSync(join(directory, 'parser-')), 'one_more.py');
  writeFileSync(path, parserSource('one_more'));
  return ['parser', 'register', path, '--skip-validation'];
}

/** Only the standard library, so that no lockfile is needed. */
export function parserSource(name, { reuse = false } = {}) {
  return `import csv


class Parser:
    name = '${name}'
    version = '1.0.0'
    reuse = ${reuse ? 'True' : 'False'}
    outputs = {'id': 'int!', 'name': 'string'}

    def parse(self, ctx):
        with open(ctx.input_path, newline='') as file:
            return list(csv.DictReader(file))
`;
}
