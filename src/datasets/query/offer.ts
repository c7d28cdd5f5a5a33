import type { DuckDBConnection } from '@duckdb/node-api';
import { folded, fullName, LEDGER_NAMES, type NamedDataset } from '../catalog/dataset-names.js';
import type { DatasetPlace } from '../catalog/placed-outputs.js';
import { identifier } from '../duckdb/sql-text.js';
import { loadLedger } from '../ledger/load-ledger.js';
import { openDataset } from '../views/open-dataset.js';
import { mentions } from './mentions.js';

export interface Offer {
  /** Notes about the offered tables, one sentence each. */
  readonly notes: readonly string[];
  /** The files that the views read. */
  readonly places: readonly string[];
}

/** Creates views of the datasets and ledger tables that the statement mentions. */
export async function offer(
  connection: DuckDBConnection,
  place: DatasetPlace,
  known: readonly NamedDataset[],
  sql: string,
): Promise<Offer> {
  const isNamed = mentions(sql);
  const [notes, places]: [string[], string[]] = [[], []];
  for (const parser of new Set(known.map((one) => one.parser))) {
    await connection.run(`CREATE SCHEMA IF NOT EXISTS ${identifier(parser)}`);
  }
  for (const dataset of known.filter(({ output }) => isNamed(output))) {
    if (isIndistinct(dataset, known)) {
      notes.push(`${fullName(dataset)} is left out: another output of the parser has the same name in another case.`);
      continue;
    }
    const { select, files, notes: own } = await openDataset(connection, place, dataset);
    for (const name of viewNames(dataset)) await connection.run(`CREATE VIEW ${name} AS ${select}`);
    notes.push(...own);
    places.push(...files.map((file) => file.place));
  }
  for (const name of LEDGER_NAMES.filter(isNamed)) await loadLedger(connection, place.database, name);
  return { notes, places };
}

/** `Orders` and `orders` of one parser are the same name in SQL, even with a prefix. */
function isIndistinct({ parser, output }: NamedDataset, known: readonly NamedDataset[]): boolean {
  return known.some((one) => one.parser === parser && one.output !== output && folded(one.output) === folded(output));
}

function viewNames({ parser, output, isBare }: NamedDataset): string[] {
  const names = [`${identifier(parser)}.${identifier(output)}`];
  if (isBare && folded(parser) !== 'main') names.push(`main.${identifier(output)}`);
  return names;
}
