import type { ColumnChunk, FileMetaData, RowGroup, SchemaElement, SchemaTree } from 'hyparquet';
import { withoutConversions } from './hyparquet-options.js';

/** The library finds values by name in JavaScript objects; these names cannot clash. */
export const partName = (place: number): string => `c${place}`;

/**
 * The metadata of one field, as if the file had no other, with indexes for names. So every column is read, whatever its
 * name (duplicates, `__proto__`), and reading one of a thousand columns costs no more than one of two.
 */
export function fieldPart(metadata: FileMetaData, fields: readonly SchemaTree[], at: number): FileMetaData {
  const field = fields[at];
  const [root] = metadata.schema;
  if (field === undefined || root === undefined) throw new Error('it has no such column');
  const schema: SchemaElement[] = [{ ...root, num_children: 1 }];
  const paths: string[][] = [];
  collect(field, [partName(0)], schema, paths);
  const before = fields.slice(0, at).reduce((leaves, one) => leaves + leafCount(one), 0);
  return withoutConversions({
    ...metadata,
    schema,
    row_groups: metadata.row_groups.map((group) => groupPart(group, before, paths)),
  });
}

/** Maps become lists of entries: objects would lose duplicate keys and the order. */
function collect(field: SchemaTree, path: readonly string[], schema: SchemaElement[], paths: string[][]): void {
  const { converted_type: converted, ...element } = field.element;
  const isMap = converted === 'MAP' || converted === 'MAP_KEY_VALUE';
  const name = path.at(-1) ?? '';
  schema.push(isMap || converted === undefined ? { ...element, name } : { ...field.element, name });
  if (field.children.length === 0) paths.push([...path]);
  for (const [place, child] of field.children.entries()) collect(child, [...path, partName(place)], schema, paths);
}

/** The columns of a row group are the leaves of the schema, in its order. */
function groupPart(group: RowGroup, before: number, paths: readonly string[][]): RowGroup {
  const chunks = group.columns.slice(before, before + paths.length);
  return { ...group, columns: chunks.map((chunk, leaf) => renamed(chunk, paths[leaf] ?? [])) };
}

function renamed(chunk: ColumnChunk, path: string[]): ColumnChunk {
  if (chunk.meta_data === undefined) throw new Error('it is encrypted');
  return { ...chunk, meta_data: { ...chunk.meta_data, path_in_schema: path } };
}

function leafCount({ children }: SchemaTree): number {
  return children.length === 0 ? 1 : children.reduce((leaves, child) => leaves + leafCount(child), 0);
}
