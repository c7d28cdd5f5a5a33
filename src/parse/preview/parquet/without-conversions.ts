import type { FileMetaData } from 'hyparquet';

/** The library makes floating point numbers of decimals. Without the annotation it gives them as they are stored. */
export function withoutConversions(metadata: FileMetaData): FileMetaData {
  return {
    ...metadata,
    schema: metadata.schema.map((element) => {
      if (element.converted_type !== 'DECIMAL') return element;
      const { converted_type: _decimal, ...stored } = element;
      return stored;
    }),
  };
}
