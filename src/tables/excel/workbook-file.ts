import { once } from 'node:events';
import { close, open } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { readFailure } from '../source/head.js';
import type { InputFile } from '../source/input-file.js';
import { damagedWorkbook, packedTooTightly } from './failures.js';

/** The parts of a workbook: the files in its zip. */
export interface WorkbookFile {
  readonly name: string;
  /** Null when the part does not exist. Names are case-insensitive, as on Windows: writers disagree on case. */
  part(path: string): Promise<Readable | null>;
  has(path: string): boolean;
  close(): Promise<void>;
}

/** Workbooks have some tens of parts; a damaged zip may claim millions. */
const MOST_PARTS = 65_536;

/**
 * A part that unpacks to more than this, and to more than this many times its packed size, is a bomb: the XML of a large sheet shrinks
 * to a tenth or a thirtieth, because its row numbers differ. The zip library ends a part that is longer than it declares.
 */
const LARGE_PART_BYTES = 64 * 1024 * 1024;
const HIGHEST_RATIO = 200;

type Done<T> = (error: Error | null, result?: T) => void;
const fromFd = promisify(yauzl.fromFd as (fd: number, options: yauzl.Options, done: Done<ZipFile>) => void);
const fromBuffer = promisify(
  yauzl.fromBuffer as (content: Buffer, options: yauzl.Options, done: Done<ZipFile>) => void,
);

/** Opens the zip of a workbook: the file, or its content if that was read already. */
export async function openWorkbookFile(file: InputFile): Promise<WorkbookFile> {
  const { close: end, open: openZip } = await sourceOf(file);
  try {
    const zip = (await openZip()) as ZipFile;
    const entries = await readEntries(zip);
    return {
      name: file.name,
      has: (path) => entries.has(partKey(path)),
      async part(path) {
        const entry = entries.get(partKey(path));
        if (entry === undefined) return null;
        if (isBomb(entry)) throw packedTooTightly(file.name, entry.fileName, entry.uncompressedSize);
        return promisify((done: Done<Readable>) => zip.openReadStream(entry, done))() as Promise<Readable>;
      },
      close: end,
    };
  } catch (error) {
    await end();
    throw damagedWorkbook(file.name, error);
  }
}

interface ZipSource {
  readonly open: () => Promise<ZipFile | undefined>;
  readonly close: () => Promise<void>;
}

async function sourceOf({ name, path, bytes, content }: InputFile): Promise<ZipSource> {
  if (content !== undefined) {
    const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    return { open: () => fromBuffer(buffer, { lazyEntries: true }), close: () => Promise.resolve() };
  }
  const fd = await promisify(open)(bytes ?? path, 'r').catch((error: unknown) => {
    throw readFailure(name, error);
  });
  return { open: () => fromFd(fd, { lazyEntries: true, autoClose: false }), close: () => promisify(close)(fd) };
}

async function readEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MOST_PARTS) throw new Error(`it claims to have ${zip.entryCount} parts`);
  const entries = new Map<string, Entry>();
  zip.on('entry', (entry: Entry) => {
    entries.set(partKey(entry.fileName), entry);
    zip.readEntry();
  });
  const ended = once(zip, 'end');
  zip.readEntry();
  await ended;
  return entries;
}

function isBomb({ uncompressedSize, compressedSize }: Entry): boolean {
  return uncompressedSize > LARGE_PART_BYTES && uncompressedSize > HIGHEST_RATIO * compressedSize;
}

function partKey(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}
