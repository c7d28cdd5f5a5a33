import {
  decideTable,
  driftOf,
  type FileFormat,
  formatOf,
  type InferredTable,
  type InputFile,
  mergeProfiles,
} from '../../tables/index.js';
import { type ContractFile, type SavedDialect, STRICT_DRIFT } from '../../contract/index.js';
import type { FileInference, InferredFiles } from './infer-files.js';
import {
  contractOfTable,
  inferOptionsOf,
  type InspectedTable,
  type InspectOptions,
  type ProfiledTable,
} from './inspect-table.js';

/** The differences between tables that were inspected one by one, and their common columns. */
export function compareTables(
  inputs: readonly InputFile[],
  inspected: readonly InspectedTable[],
  options: InspectOptions,
): InferredFiles {
  const [first] = inspected;
  const expected = first === undefined ? [] : contractOfTable(first.table).columns;
  const files = inspected.map((look, index) => ({
    ...look,
    input: inputs[index] as InputFile,
    drift: index === 0 ? null : driftOf(expected, look.table.columns),
  }));
  return {
    files,
    table: first !== undefined && files.length === 1 ? first.table : commonTable(inputs, inspected, options),
  };
}

/** The common columns of tables that were profiled one by one. */
export function commonTable(
  inputs: readonly InputFile[],
  profiled: readonly ProfiledTable[],
  options: InspectOptions,
): InferredTable {
  const [first] = profiled;
  if (first !== undefined && profiled.length === 1)
    return decideTable(first.seen, inferOptionsOf(options, first.format));
  const seen = mergeProfiles(profiled.map((own, index) => ({ file: inputs[index]?.name ?? '', seen: own.seen })));
  return decideTable(seen, {
    types: options.types,
    severalFiles: true,
    hasTypes: profiled.some(({ format }) => formatOf(format).hasTypes),
  });
}

/**
 * The saved contract applies to future files. It contains only those parts of the dialect that are hard to detect in
 * another file and that all files share. A column that some files lack may be missing.
 */
export function contractFileOf({
  files,
  table,
}: {
  readonly files: readonly Pick<FileInference, 'format' | 'table'>[];
  readonly table: InferredTable;
}): ContractFile {
  const contract = contractOfTable(table);
  const isMissing = files.some(({ table: own }) => own.columns.length < table.columns.length);
  const drift = isMissing ? { ...STRICT_DRIFT, missing: 'null' as const } : STRICT_DRIFT;
  const dialects = files.map(({ format }) => savedDialect(format));
  const [first = null, ...others] = dialects;
  if (first === null || others.includes(null)) return { contract, dialect: null, drift };
  const shared = Object.entries(first).filter(([key, value]) =>
    others.every((other) => other?.[key as keyof SavedDialect] === value),
  );
  return { contract, dialect: shared.length === 0 ? null : Object.fromEntries(shared), drift };
}

function savedDialect(format: FileFormat): SavedDialect | null {
  if (format.kind !== 'delimited') return null;
  const { delimiter, quote, headerLines } = format.dialect;
  const { name, label } = format.encoding;
  return {
    delimiter,
    ...(quote === null ? {} : { quote }),
    ...(label === 'utf-8' ? {} : { encoding: name }),
    header_lines: headerLines,
  };
}
