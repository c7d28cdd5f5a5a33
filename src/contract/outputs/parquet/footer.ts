import type { RowGroup } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { VERSION } from '../../../platform/index.js';
import type { Lineage } from '../lineage.js';
import { schemaOf, type LeafElement } from './schema.js';

/** The first and the last four bytes of every Parquet file. */
export const MAGIC = Buffer.from('PAR1', 'latin1');

export function footer(
  leaves: readonly LeafElement[],
  rowGroups: readonly RowGroup[],
  rows: number,
  lineage: Pick<Lineage, 'parser'> & { readonly source: string | null },
): Uint8Array {
  const writer = new ByteWriter(4_096);
  writeMetadata(writer, {
    version: 2,
    created_by: `casparian version ${VERSION}`,
    metadata_length: 0,
    schema: schemaOf(leaves),
    num_rows: BigInt(rows),
    row_groups: [...rowGroups],
    key_value_metadata: [
      { key: 'casparian.parser', value: lineage.parser },
      ...(lineage.source === null ? [] : [{ key: 'casparian.source', value: lineage.source }]),
    ],
  });
  writer.appendBytes(MAGIC);
  return writer.getBytes();
}
