import type { Readable } from 'node:stream';
import { SaxesParser, type SaxesTagPlain } from 'saxes';

/** Callbacks for the parts of an XML file. Names come without their prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
}

/** More bytes between two tags are not a workbook: a zip of a few kilobytes can unpack to gigabytes of spaces. */
const MOST_BYTES_WITHOUT_A_TAG = 16 * 1_024 * 1_024;

/** Parses an XML file chunk by chunk. Yields after each chunk, so that the caller can use what was collected. */
export async function* readXml(stream: Readable, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser();
  let bytesWithoutTag = 0;
  parser.on('opentag', (tag: SaxesTagPlain) => {
    bytesWithoutTag = 0;
    handler.open(localName(tag.name), tag.attributes);
  });
  parser.on('closetag', (tag: SaxesTagPlain) => handler.close(localName(tag.name)));
  parser.on('text', (text) => handler.text(text));
  parser.on('cdata', (text) => handler.text(text));
  let decode: ((chunk: Uint8Array, isLast: boolean) => string) | null = null;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      decode ??= createDecode(chunk);
      bytesWithoutTag += chunk.length;
      if (bytesWithoutTag > MOST_BYTES_WITHOUT_A_TAG) throw new Error('a part of it does not end');
      parser.write(decode(chunk, false));
      yield;
    }
    // Throws when a tag is still open: a truncated file must not be read as complete.
    parser.write(decode?.(new Uint8Array(0), true) ?? '').close();
    yield;
  } finally {
    stream.destroy();
  }
}

/** The same for files that are read as a whole. */
export async function passXml(stream: Readable, handler: XmlHandler): Promise<void> {
  for await (const _ of readXml(stream, handler));
}

/** XML is UTF-8 unless it begins with a byte order mark. */
function createDecode(first: Uint8Array): (chunk: Uint8Array, isLast: boolean) => string {
  const isWide = (first[0] === 0xff && first[1] === 0xfe) || (first[0] === 0xfe && first[1] === 0xff);
  const decoder = new TextDecoder(isWide ? (first[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8', { fatal: true });
  return (chunk, isLast) => decoder.decode(chunk, { stream: !isLast });
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/** Excel writes characters that XML cannot contain as `_x000D_`, and escapes a text of that form with `_x005F_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The value of a boolean attribute. */
export function isTrue(attribute: string | undefined): boolean {
  return attribute === '1' || attribute === 'true' || attribute === 'on';
}
