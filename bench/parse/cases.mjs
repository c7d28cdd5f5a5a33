import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const programs = fileURLToPath(new URL('programs/', import.meta.url));
const parsers = fileURLToPath(new URL('parsers/', import.meta.url));
const casparian = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/**
 * The cases. `command` gets `{ python, source, folder }` and returns the argv of the program; `input` names the number of
 * rows of its file; `sets` is the set of rows that the program must reject: 'bad', 'all', or nothing if it does not check;
 * `isHost` means that the started process is casparian, not Python.
 */
export const cases = [
  {
    id: 'transport-text',
    group: 'limit',
    label: 'bare transport: pyarrow → socket → dropped, amounts as text',
    isHost: true,
    command: ({ python, source }) => transport(python, source, 'text'),
  },
  {
    id: 'transport-float',
    group: 'limit',
    label: 'bare transport: pyarrow → socket → dropped, amounts as floats',
    isHost: true,
    command: ({ python, source }) => transport(python, source, 'float'),
  },
  { id: 'pyarrow', group: 'peers', label: 'pyarrow read_csv → Parquet, no checks', ...peer('pyarrow_whole') },
  {
    id: 'pyarrow-streamed',
    group: 'peers',
    label: 'pyarrow open_csv → Parquet, no checks',
    ...peer('pyarrow_streamed'),
  },
  { id: 'pandas', group: 'peers', label: 'pandas → Parquet, no checks', ...peer('pandas_plain') },
  {
    id: 'pandas-pyarrow-engine',
    group: 'peers',
    label: 'pandas engine=pyarrow → Parquet, no checks',
    ...peer('pandas_pyarrow_engine'),
  },
  { id: 'duckdb', group: 'peers', label: 'DuckDB typed + rejects → Parquet', ...peer('duckdb_rejects', 'bad') },
  { id: 'pandera', group: 'peers', label: 'pandas + pandera (lazy) → Parquet', ...peer('pandera_checked', 'bad') },
  {
    id: 'casparian-batches',
    group: 'casparian',
    label: 'casparian run, pyarrow parser that yields batches',
    ...run('pyarrow_batches', 'bad'),
  },
  {
    id: 'casparian-table',
    group: 'casparian',
    label: 'casparian run, pyarrow parser that returns a table',
    ...run('pyarrow_table', 'bad'),
  },
  {
    id: 'casparian-pandas',
    group: 'casparian',
    label: 'casparian run, pandas parser',
    ...run('pandas_frame', 'bad'),
  },
  {
    id: 'casparian-all-bad',
    group: 'casparian',
    label: 'casparian run, every row bad',
    ...run('every_row_bad', 'all'),
  },
  {
    id: 'memory-few',
    group: 'memory',
    label: 'casparian run, batches of 1 MiB, few rows',
    input: 'fewRows',
    ...run('pyarrow_small_batches', 'bad'),
  },
  {
    id: 'memory-many',
    group: 'memory',
    label: 'casparian run, batches of 1 MiB, many rows',
    input: 'manyRows',
    ...run('pyarrow_small_batches', 'bad'),
  },
];

export const GROUPS = {
  limit: 'The limit: no parser can be faster',
  peers: 'Peers: the same file to Parquet',
  casparian: 'casparian run: parser → bridge → contract → Parquet and quarantine',
  memory: 'Memory as the file grows',
};

function transport(python, source, amounts) {
  return [process.execPath, join(programs, 'transport-receive.mjs'), python, source, amounts];
}

function peer(program, sets) {
  return {
    sets,
    isHost: false,
    command: ({ python, source, folder }) => [
      python,
      join(programs, `${program}.py`),
      source,
      join(folder, 'out.parquet'),
    ],
  };
}

/** No limit on bad rows: their cost is measured. */
function run(parser, sets) {
  const options = ['--json', '--max-quarantine-rows', '1000000000', '--quarantine-threshold', '1'];
  return {
    sets,
    isHost: true,
    command: ({ python, source, folder }) => [
      ...[process.execPath, casparian, 'run', ...options],
      ...['--python', python, '--out', folder, join(parsers, `${parser}.py`), source],
    ],
  };
}
