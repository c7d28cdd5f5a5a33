import type { ColumnChunk as ChunkMetadata, Statistics } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { type Codec, type Compression, tryFirstPage } from './compression.js';
import type { ChunkEnd, Page, PageBufferPool } from './page.js';
import type { LeafElement } from './schema.js';

/** The pages of one column in one row group. They are compressed at once, and kept until the group is written. */
export class ColumnChunk {
  readonly #compression: Compression;
  readonly #pool: PageBufferPool;
  readonly #pages: { readonly page: Page; readonly body: Promise<Uint8Array> }[] = [];
  #codec: Codec | null = null;
  #bytes = 0;

  constructor(compression: Compression, pool: PageBufferPool) {
    this.#compression = compression;
    this.#pool = pool;
  }

  /** Bytes of all pages so far, before compression. */
  get bytes(): number {
    return this.#bytes;
  }

  add(page: Page): void {
    const trial = this.#codec === null ? tryFirstPage(page.bytes) : null;
    this.#codec ??= trial?.codec ?? 'UNCOMPRESSED';
    const body = this.#store(page, this.#codec, trial?.compressed ?? null);
    // `seal` awaits it; an aborted run never does.
    body.catch(() => undefined);
    this.#pages.push({ page, body });
    this.#bytes += page.bytes.byteLength;
  }

  /** The chunk as written to the file at `offset`. */
  async seal(element: LeafElement, end: ChunkEnd, rows: number, offset: number): Promise<SealedChunk> {
    const codec = this.#codec ?? 'UNCOMPRESSED';
    const buffers: Uint8Array[] = [];
    let at = offset;
    let uncompressed = 0;
    const append = (kind: PageKind, page: Page, body: Uint8Array): number => {
      const start = at;
      const header = pageHeader(kind, page, body.byteLength);
      buffers.push(header, body);
      at += header.byteLength + body.byteLength;
      uncompressed += header.byteLength + page.bytes.byteLength;
      return start;
    };

    let dictionaryOffset: number | null = null;
    const kept = this.#pages.map(({ page }) => page);
    if (end.dictionary && end.dictionary.values > 0) {
      dictionaryOffset = append('DICTIONARY_PAGE', end.dictionary, await this.#store(end.dictionary, codec, null));
      kept.push(end.dictionary);
    }
    const dataOffset = at;
    for (const { page, body } of this.#pages) append('DATA_PAGE', page, await body);

    const encodings = new Set(['RLE' as const, ...kept.map((page) => page.encoding)]);
    const metadata: ChunkMetadata = {
      file_offset: 0n,
      meta_data: {
        type: element.type,
        encodings: [...encodings],
        path_in_schema: [element.name],
        codec,
        num_values: BigInt(rows),
        total_uncompressed_size: BigInt(uncompressed),
        total_compressed_size: BigInt(at - offset),
        data_page_offset: BigInt(dataOffset),
        ...(dictionaryOffset !== null && { dictionary_page_offset: BigInt(dictionaryOffset) }),
        statistics: statistics(end),
      },
    };
    return { buffers, metadata, release: () => this.#release(kept, codec) };
  }

  async #store(page: Page, codec: Codec, already: Uint8Array | null): Promise<Uint8Array> {
    if (codec === 'UNCOMPRESSED') return page.bytes;
    const compressed = already ?? (await this.#compression.compress(page.bytes));
    this.#pool.give(page.buffer);
    return compressed;
  }

  #release(pages: readonly Page[], codec: Codec): void {
    // The buffers of compressed pages were returned after compression.
    if (codec === 'UNCOMPRESSED') for (const page of pages) this.#pool.give(page.buffer);
  }
}

export interface SealedChunk {
  readonly buffers: readonly Uint8Array[];
  readonly metadata: ChunkMetadata;
  /** Call it when the buffers are in the file. */
  release(): void;
}

/**
 * The bounds are in the old fields as well as in the new ones. Readers use the new ones only if the footer declares the
 * order of every column, which hyparquet-writer cannot do. For signed numbers, the only type with bounds here, the old
 * ones are equivalent.
 */
function statistics(end: ChunkEnd): Statistics {
  const count = { null_count: BigInt(end.nulls) };
  if (!end.bounds) return count;
  const { min, max } = end.bounds;
  return { ...count, min, max, min_value: min, max_value: max };
}

export type PageKind = 'DATA_PAGE' | 'DICTIONARY_PAGE';

/** Data pages have version 1, with levels and values compressed together: every reader supports it. */
function pageHeader(kind: PageKind, page: Page, storedBytes: number): Uint8Array {
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
