import { crc32 } from '../qr/crc32.js';

/** 1 January 1980, the earliest time of the format: files have the same bytes whenever they are made. */
const DATE = 0x21;
const UTF8_NAMES = 0x0800;
const VERSION = 20;

interface Entry {
  readonly name: string;
  readonly content: Uint8Array;
}

/**
 * A ZIP archive whose entries are not compressed (APPNOTE 6.3.9). The bytes depend on the entries alone, which those of zlib do not: another
 * version may compress differently.
 */
export function storedZip(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const entries = Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content as string) }));
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const shared = sharedHeader(entry, name.length);
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), shared, name, entry.content]);
    parts.push(local);
    directory.push(centralHeader(shared, name, offset));
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...parts, central, endOfDirectory(entries.length, central.length, offset)]);
}

/** From the version that is needed to the length of the extra field: the same in both headers. */
function sharedHeader({ content }: Entry, nameLength: number): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(VERSION, 0);
  header.writeUInt16LE(UTF8_NAMES, 2);
  header.writeUInt16LE(DATE, 8);
  header.writeUInt32LE(crc32(content), 10);
  header.writeUInt32LE(content.length, 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt16LE(nameLength, 22);
  return header;
}

function centralHeader(shared: Buffer, name: Buffer, offset: number): Buffer {
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  return Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2]), Buffer.from([VERSION, 0]), shared, place, name]);
}

function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
