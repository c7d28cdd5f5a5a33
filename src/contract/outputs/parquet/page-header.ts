import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import type { Page } from './page.js';

export type PageKind = 'DATA_PAGE' | 'DICTIONARY_PAGE';

/** Data pages are of version 1, levels and values compressed together: every reader there is understands them. */
export function pageHeader(kind: PageKind, page: Page, storedBytes: number): Uint8Array {
  const writer = new ByteWriter(64);
  const { values: num_values, encoding } = page;
  writePageHeader(writer, {
    type: kind,
    uncompressed_page_size: page.bytes.byteLength,
    compressed_page_size: storedBytes,
    ...(kind === 'DICTIONARY_PAGE'
      ? { dictionary_page_header: { num_values, encoding } }
      : {
          data_page_header: {
            num_values,
            encoding,
            definition_level_encoding: 'RLE',
            repetition_level_encoding: 'RLE',
          },
        }),
  });
  return writer.getBytes();
}
