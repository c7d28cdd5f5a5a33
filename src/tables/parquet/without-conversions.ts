import type { FileMetaData } from 'hyparquet';

/** What the library makes floating point numbers of, or does not read at all. */
const CONVERSIONS: ReadonlySet<string | undefined> = new Set(['DECIMAL', 'INTERVAL', 'BSON']);
/** What it takes apart into values of JavaScript, which hold less. */
const LOGICAL: ReadonlySet<string | undefined> = new Set(['VARIANT', 'GEOMETRY', 'GEOGRAPHY']);

/** Without their annotation the library gives values as they are stored. */
export function withoutConversions(metadata: FileMetaData): FileMetaData {
  return {
    ...metadata,
    schema: metadata.schema.map(({ converted_type: converted, logical_type: logical, ...stored }) => ({
      ...stored,
      ...(converted === undefined || CONVERSIONS.has(converted) ? {} : { converted_type: converted }),
      ...(logical === undefined || LOGICAL.has(logical.type) ? {} : { logical_type: logical }),
    })),
  };
}
