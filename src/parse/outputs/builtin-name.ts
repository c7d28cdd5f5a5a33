import { basename, extname } from 'node:path';
import { VERSION } from '../../platform/index.js';
import { type FileFormat, formatOf, type InputFile, nameWithoutCompression } from '../../tables/index.js';
import { LONGEST_NAME_BYTES } from './output-name.js';

/** How lineage names what read a file that has no parser. */
export function builtinParser(format: FileFormat): string {
  return `builtin:${formatOf(format).name}@${VERSION}`;
}

/** The name of the output that a file gives without a parser: the file's own, as far as it can name a file of ours. */
export function outputNameOf({ name }: InputFile): string {
  const file = basename(nameWithoutCompression(name));
  const plain = basename(file, extname(file))
    .replace(/[^\p{L}\p{N}_ .-]/gu, '_')
    .replace(/^[ .-]+/, '');
  return plain === '' ? 'data' : withinBytes(plain);
}

function withinBytes(text: string): string {
  let short = text;
  while (Buffer.byteLength(short) > LONGEST_NAME_BYTES) short = [...short].slice(0, -1).join('');
  return short;
}
