import type { RowGroup } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { expect, test } from 'vitest';
import { footer, MAGIC } from '../../../../src/contract/outputs/parquet/footer.js';
import { leafElement, type LeafElement } from '../../../../src/contract/outputs/parquet/schema.js';
import { VERSION } from '../../../../src/platform/index.js';
import { column, LINEAGE } from '../typed-batch.js';
import { EVERY_TYPE } from './every-type.js';

/** A group with a chunk for each column; those of whole numbers have bounds. */
function rowGroup(leaves: readonly LeafElement[]): RowGroup {
  const bounds = { min: -5n, max: 7n, min_value: -5n, max_value: 7n };
  return {
    columns: leaves.map(({ type, name }, index) => ({
      file_offset: 0n,
      meta_data: {
        type,
        encodings: ['RLE', 'PLAIN'],
        path_in_schema: [name],
        codec: index % 2 === 0 ? 'SNAPPY' : 'UNCOMPRESSED',
        num_values: 3n,
        total_uncompressed_size: 90n,
        total_compressed_size: 80n,
        data_page_offset: BigInt(4 + 80 * index),
        ...(index % 3 === 0 && { dictionary_page_offset: BigInt(index) }),
        statistics: { null_count: 1n, ...(type === 'INT64' && bounds) },
      },
    })),
    total_byte_size: 1_000n,
    num_rows: 3n,
    file_offset: 4n,
    total_compressed_size: 900n,
  };
}

test('the footer has the bytes that hyparquet-writer would write', () => {
  const leaves = EVERY_TYPE.map(leafElement);
  const rowGroups = [rowGroup(leaves), rowGroup(leaves)];
  const theirs = new ByteWriter(4_096);
  writeMetadata(theirs, {
    version: 2,
    created_by: `casparian version ${VERSION}`,
    metadata_length: 0,
    schema: [{ name: 'schema', num_children: leaves.length }, ...leaves],
    num_rows: 6n,
    row_groups: rowGroups,
    key_value_metadata: [
      { key: 'casparian.parser', value: LINEAGE.parser },
      { key: 'casparian.source', value: LINEAGE.source },
    ],
  });
  theirs.appendBytes(MAGIC);
  const { parser, source } = LINEAGE;
  expect(Buffer.from(footer(leaves, rowGroups, 6, { parser, source }))).toEqual(Buffer.from(theirs.getBytes()));
});

test('the work for the footer grows with the number of columns, not with its square', () => {
  let reads = 0;
  const leaves = Array.from({ length: 1_000 }, (_, index): LeafElement => {
    const leaf = leafElement(column(`c${index}`, { kind: 'int' }));
    return Object.defineProperty(leaf, 'name', { enumerable: true, get: () => (reads++, `c${index}`) });
  });
  const rowGroups = [rowGroup(leaves)];
  reads = 0;
  footer(leaves, rowGroups, 3, { parser: LINEAGE.parser, source: null });
  expect(reads).toBeLessThanOrEqual(3 * leaves.length);
});
