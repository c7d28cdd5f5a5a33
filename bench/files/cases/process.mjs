import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureProcess } from '../../shared/measured-process.mjs';
import { casparian } from '../casparian/command.mjs';
import { csvFiles } from '../data/inputs.mjs';

const FORK_HOST = fileURLToPath(new URL('../floor/fork-host.mjs', import.meta.url));
const FRESH_HOST = fileURLToPath(new URL('../floor/fresh-host.mjs', import.meta.url));
const PARSER = fileURLToPath(new URL('../parser/parser.py', import.meta.url));
// With --python nothing is installed from it; the registry asks for one because the parser imports pandas.
const EMPTY_LOCKFILE = 'version = 1\nrequires-python = ">=3.11"\n';
const FRESH_LANES = 2;

export const processCases = [
  ...[4, 2, 1].map((inFlight) => ({
    id: `floor-${inFlight}`,
    group: 'process',
    label: `bare fork server, ${inFlight} in flight: bytes delivered and dropped`,
    measure: (bench) => floor(bench, inFlight, bench.amounts.csvFiles),
    measureStartUp: (bench) => floor(bench, inFlight, 1),
  })),
  {
    id: 'fresh',
    group: 'process',
    label: `a fresh process for each file, ${FRESH_LANES} at a time (extrapolated)`,
    measure: fresh,
  },
  processing('process-sqlite', 'casparian process, SQLite', { store: 'sqlite', isClean: true }),
  processing('process-sqlite-bad-rows', 'casparian process, SQLite, two bad rows in each file', {
    store: 'sqlite',
    isClean: false,
  }),
  processing('process-pg', 'casparian process, PostgreSQL', { store: 'pg', isClean: true }),
  processing('reused-sqlite', 'casparian process, SQLite, one process for many files (reuse = True)', {
    store: 'sqlite',
    isClean: true,
    isReused: true,
  }),
];

async function floor({ amounts, python, directory, signal, log }, inFlight, files) {
  const input = csvFiles(amounts.csvFiles, { isClean: true }, log);
  const folder = files === input.files ? input.folder : firstOf(input.folder, files, directory);
  const { seconds, rootMb, pythonMb, answer } = await measureProcess(
    [process.execPath, FORK_HOST, python, folder, String(inFlight)],
    signal,
  );
  if (answer.files !== files) throw new Error(`${answer.files} of ${files} files were delivered`);
  return { seconds, hostMb: rootMb, pythonMb };
}

function firstOf(folder, files, directory) {
  const first = mkdtempSync(join(directory, 'first-'));
  for (const name of readdirSync(folder).sort().slice(0, files)) cpSync(join(folder, name), join(first, name));
  return first;
}

async function fresh({ amounts, python, signal, log }) {
  const { folder, files } = csvFiles(amounts.csvFiles, { isClean: true }, log);
  const argv = [FRESH_HOST, python, folder, String(FRESH_LANES), String(amounts.freshFiles)];
  const { seconds, answer } = await measureProcess([process.execPath, ...argv], signal);
  if (answer.files !== amounts.freshFiles) throw new Error(`${answer.files} files were delivered`);
  return { seconds: (seconds * files) / amounts.freshFiles };
}

function processing(id, label, { store, isClean, isReused = false }) {
  const inScanned = (bench, work) => {
    const input = csvFiles(bench.amounts.csvFiles, { isClean }, bench.log);
    return bench.places.inCopy(
      id,
      store,
      (place) => registerAndScan(place, input, isReused, bench),
      (place, preparation) => work(place, preparation, input),
    );
  };
  return {
    id,
    group: 'process',
    label,
    store,
    measure: (bench) =>
      inScanned(bench, async (place, preparation, input) => {
        const { answer, ...run } = await casparian(['process', '--python', bench.python], place, bench.signal);
        checkAnswer(answer, input);
        return { ...run, ...preparation };
      }),
    measureStartUp: (bench) =>
      inScanned(bench, (place) =>
        casparian(['process', '--limit', '1', '--python', bench.python], place, bench.signal),
      ),
  };
}

/** The preparation, which is measured too. */
async function registerAndScan(place, { folder, files }, isReused, { signal, python }) {
  const parser = join(place.directory, `parser-${place.name}`);
  mkdirSync(parser);
  const source = readFileSync(PARSER, 'utf8');
  const declared = isReused ? source.replace("version = '1.0.0'\n", "version = '1.0.0'\n    reuse = True\n") : source;
  writeFileSync(join(parser, 'parser.py'), declared);
  writeFileSync(join(parser, 'pyproject.toml'), '[project]\nname = "orders"\nversion = "1.0.0"\n');
  writeFileSync(join(parser, 'uv.lock'), EMPTY_LOCKFILE);
  const register = await casparian(['parser', 'register', parser, '--python', python], place, signal);
  await casparian(['parser', 'topics', 'orders', 'add', 'orders'], place, signal);
  const scan = await casparian(['scan', folder, '--tag', 'orders'], place, signal);
  if (scan.answer.jobs_created !== files) throw new Error(`${scan.answer.jobs_created} of ${files} jobs were created`);
  rmSync(parser, { recursive: true });
  return { registerSeconds: register.seconds, scanSeconds: scan.seconds };
}

/** A fast run that loses rows does not count. */
function checkAnswer(answer, { files, rows, badRows }) {
  const ended = answer.completed + answer.completed_with_warnings;
  if (ended !== files) throw new Error(`${ended} of ${files} files were processed: ${JSON.stringify(answer)}`);
  if (answer.rows_quarantined !== badRows || answer.rows_valid !== rows - badRows) {
    throw new Error(`${answer.rows_valid} + ${answer.rows_quarantined} rows came out of ${rows}`);
  }
}
