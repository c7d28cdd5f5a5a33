import { isAscii } from 'node:buffer';
import { Type } from 'apache-arrow';
import {
  type ColumnContract,
  createScan,
  type IncomingColumn,
  presentOf,
  scannedValues,
  scanText,
  type VariableBytes,
  variableBytesOf,
  WIDEST_VALUE_BYTES,
} from '../../../contract/index.js';
import { type ReadBatch, takeMemory } from '../../../tables/index.js';
import { leadingZerosOf, losesZeros } from '../leading-zeros.js';

/**
 * Looks at text with a known type, while the thread that checks the values is busy with earlier batches: scans values,
 * finds leading zeros if they are reported, and whether text is ASCII.
 */
export function createColumnScans(
  contracts: readonly ColumnContract[],
  reportsZeros: boolean,
): (read: ReadBatch) => ReadBatch {
  const known = new Map(
    contracts.flatMap((contract) => {
      const { name, aliases, type } = contract;
      const wanted = { type, scan: createScan(contract), hasZeros: reportsZeros && losesZeros(type) };
      return [name, ...aliases].map((one) => [one, wanted] as const);
    }),
  );
  return (read) => {
    const { columns, rowCount } = read.batch;
    const count = columns.filter(({ name }) => known.get(name)?.scan != null).length;
    const room = rowCount * WIDEST_VALUE_BYTES;
    const memory = count === 0 ? null : takeMemory(count * room);
    let offset = 0;
    const looked = columns.map((column): IncomingColumn => {
      const wanted = known.get(column.name);
      if (wanted === undefined || column.form !== 'arrow' || column.data.typeId !== Type.Utf8) return column;
      const text = variableBytesOf(column.data);
      if (text === null) return column;
      if (wanted.scan === null || memory === null) return { ...column, isAscii: isAsciiText(text, rowCount) };
      const values = scannedValues(wanted.type, rowCount, memory, offset);
      offset += room;
      const scanned = scanText(values, text, presentOf(column.data), wanted.scan);
      return { ...column, scanned, ...(wanted.hasZeros && { leadingZeros: leadingZerosOf(column, rowCount) }) };
    });
    return { ...read, batch: { ...read.batch, columns: looked } };
  };
}

function isAsciiText({ offsets, bytes }: VariableBytes, rowCount: number): boolean {
  return isAscii(bytes.subarray(offsets[0], offsets[rowCount]));
}
