import assert from 'node:assert/strict';
import type { ColumnChunk, RowGroup, SchemaElement } from 'hyparquet';
import {
  CompressionCodecs,
  ConvertedTypes,
  Encodings,
  FieldRepetitionTypes,
  ParquetTypes,
} from 'hyparquet/src/constants.js';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { logicalType } from 'hyparquet-writer/src/metadata.js';
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js';
import { unconvertStatistics } from 'hyparquet-writer/src/unconvert.js';
import { VERSION } from '../../../platform/index.js';
import type { Lineage } from '../lineage.js';
import type { LeafElement } from './schema.js';

/** The first and the last four bytes of every Parquet file. */
export const MAGIC = Buffer.from('PAR1', 'latin1');

/**
 * What a Parquet file ends with: schema, places of the chunks, and their bounds. `writeMetadata` of hyparquet-writer
 * writes the same bytes, but builds the tree of the schema again for each chunk: 10,000 columns took it 15 s. Numbers
 * in names are those of the fields in parquet.thrift.
 */
export function footer(
  leaves: readonly LeafElement[],
  rowGroups: readonly RowGroup[],
  rows: number,
  lineage: Pick<Lineage, 'parser'> & { readonly source: string | null },
): Uint8Array {
  const writer = new ByteWriter(4_096);
  serializeTCompactProtocol(writer, {
    field_1: 2,
    field_2: [{ name: 'schema', num_children: leaves.length }, ...leaves].map(schemaField),
    field_3: BigInt(rows),
    field_4: rowGroups.map((group) => rowGroupField(group, leaves)),
    field_5: [
      { field_1: 'casparian.parser', field_2: lineage.parser },
      ...(lineage.source === null ? [] : [{ field_1: 'casparian.source', field_2: lineage.source }]),
    ],
    field_6: `casparian version ${VERSION}`,
  });
  writer.appendUint32(writer.offset);
  writer.appendBytes(MAGIC);
  return writer.getBytes();
}

function schemaField(element: SchemaElement) {
  return {
    field_1: element.type && ParquetTypes.indexOf(element.type),
    field_2: element.type_length,
    field_3: element.repetition_type && FieldRepetitionTypes.indexOf(element.repetition_type),
    field_4: element.name,
    field_5: element.num_children,
    field_6: element.converted_type && ConvertedTypes.indexOf(element.converted_type),
    field_7: element.scale,
    field_8: element.precision,
    field_10: logicalType(element.logical_type),
  };
}

/** The chunks of a group are in the order of the columns. */
function rowGroupField(group: RowGroup, leaves: readonly LeafElement[]) {
  return {
    field_1: leaves.map((leaf, index) => chunkField(group.columns[index], leaf)),
    field_2: group.total_byte_size,
    field_3: group.num_rows,
    field_5: group.file_offset,
    field_6: group.total_compressed_size,
  };
}

function chunkField(chunk: ColumnChunk | undefined, leaf: LeafElement) {
  const data = chunk?.meta_data;
  assert(data !== undefined, `a row group without the column ${leaf.name}`);
  return {
    field_2: 0n,
    field_3: {
      field_1: ParquetTypes.indexOf(data.type),
      field_2: data.encodings.map((encoding) => Encodings.indexOf(encoding)),
      field_3: data.path_in_schema,
      field_4: CompressionCodecs.indexOf(data.codec),
      field_5: data.num_values,
      field_6: data.total_uncompressed_size,
      field_7: data.total_compressed_size,
      field_9: data.data_page_offset,
      field_11: data.dictionary_page_offset,
      field_12: data.statistics && unconvertStatistics(data.statistics, leaf),
    },
  };
}
