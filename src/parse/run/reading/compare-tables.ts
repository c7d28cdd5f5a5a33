import type { FileFormat } from '../../formats/file-format.js';
import type { ContractFile } from '../../infer/contract-file.js';
import { driftOf } from '../../infer/drift.js';
import { STRICT_DRIFT } from '../../infer/drift-rules.js';
import { decideTable } from '../../infer/infer-table.js';
import type { InferredTable } from '../../infer/inferred-table.js';
import { mergeSeen } from '../../infer/look/seen-table.js';
import type { InferredFiles } from '../infer-files.js';
import type { InputFile } from '../inputs.js';
import { contractOfTable } from './contract-of-table.js';
import { type LookOptions, tellsTypes, type TableLook } from './look-at-table.js';

/** How tables that were looked at one by one differ, and what they are together. */
export function compareTables(
  inputs: readonly InputFile[],
  looks: readonly TableLook[],
  { types }: LookOptions,
): InferredFiles {
  const [first] = looks;
  const expected = first === undefined ? [] : contractOfTable(first.table).columns;
  const files = looks.map((look, index) => ({
    ...look,
    input: inputs[index] as InputFile,
    drift: index === 0 ? null : driftOf(expected, look.table.columns),
  }));
  if (first !== undefined && files.length === 1) return { files, table: first.table };
  const seen = mergeSeen(files.map(({ input, seen: own }) => ({ file: input.name, seen: own })));
  return { files, table: decideTable(seen, { types, hasTypes: looks.some(({ format }) => tellsTypes(format)) }) };
}

/** What is saved holds for files to come: of how this one is written only what would be hard to find out in another. */
export function contractFileOf(table: InferredTable, format: FileFormat | undefined): ContractFile {
  const contract = contractOfTable(table);
  if (format?.kind !== 'delimited') return { contract, dialect: null, drift: STRICT_DRIFT };
  const { delimiter, quote, headerLines } = format.dialect;
  const { name, label } = format.encoding;
  return {
    contract,
    dialect: {
      delimiter,
      ...(quote === null ? {} : { quote }),
      ...(label === 'utf-8' ? {} : { encoding: name }),
      header_lines: headerLines,
    },
    drift: STRICT_DRIFT,
  };
}
