import type { FileMetaData } from 'hyparquet';

/** What the library makes floating point numbers of, or does not read at all. */
const CONVERSIONS: ReadonlySet<string | undefined> = new Set(['DECIMAL', 'INTERVAL', 'BSON']);

/** Without their annotation the library gives values as they are stored. */
export function withoutConversions(metadata: FileMetaData): FileMetaData {
  return {
    ...metadata,
    schema: metadata.schema.map((element) => {
      if (!CONVERSIONS.has(element.converted_type)) return element;
      const { converted_type: _conversion, ...stored } = element;
      return stored;
    }),
  };
}
