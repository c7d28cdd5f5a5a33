import { Type } from 'apache-arrow';
import {
  type ColumnContract,
  createScan,
  type IncomingColumn,
  presentOf,
  scannedValues,
  scanText,
  variableBytesOf,
  WIDEST_VALUE_BYTES,
} from '../../../contract/index.js';
import { type ReadBatch, takeMemory } from '../../../tables/index.js';

/** Scans text with a known type, while the thread that checks the values is busy with earlier batches. */
export function createColumnScans(contracts: readonly ColumnContract[]): (read: ReadBatch) => ReadBatch {
  const scans = new Map(
    contracts.flatMap((contract) => {
      const scan = createScan(contract);
      if (scan === null) return [];
      return [contract.name, ...contract.aliases].map((name) => [name, { type: contract.type, scan }] as const);
    }),
  );
  const isScanned = ({ name }: IncomingColumn): boolean => scans.has(name);
  return (read) => {
    const { columns, rowCount } = read.batch;
    const count = columns.filter(isScanned).length;
    if (count === 0) return read;
    const room = rowCount * WIDEST_VALUE_BYTES;
    const memory = takeMemory(count * room);
    let offset = 0;
    const scanned = columns.map((column): IncomingColumn => {
      const found = scans.get(column.name);
      if (found === undefined || column.form !== 'arrow' || column.data.typeId !== Type.Utf8) return column;
      const text = variableBytesOf(column.data);
      if (text === null) return column;
      const values = scannedValues(found.type, rowCount, memory, offset);
      offset += room;
      return { ...column, scanned: scanText(values, text, presentOf(column.data), found.scan) };
    });
    return { ...read, batch: { ...read.batch, columns: scanned } };
  };
}
