import { basename, extname } from 'node:path';
import type { OutputFormat } from '../../contract/index.js';
import { CasparianError, VERSION } from '../../platform/index.js';
import { type FileFormat, formatOf, type InputFile, nameWithoutCompression } from '../../tables/index.js';

/** File systems allow 255 bytes, and `_quarantine.jsonl` is appended. */
const LONGEST_NAME_BYTES = 200;

/**
 * The name of an output becomes a file name. It comes from the user's code, so it must be a plain file name on every
 * system: no folders, no hidden files.
 */
export function checkedOutputName(name: string, whose: string): string {
  if (/^[\p{L}\p{N}_][\p{L}\p{N}_ .-]*$/u.test(name) && Buffer.byteLength(name) <= LONGEST_NAME_BYTES) return name;
  throw new CasparianError('PARSER_INVALID', `${whose} cannot be ${JSON.stringify(name)}`, {
    why: `It names the output file: letters, digits, "_", "-", "." and spaces, at most ${LONGEST_NAME_BYTES} bytes, not beginning with a dot.`,
  });
}

export function datasetFileName(output: string, format: OutputFormat): string {
  return `${output}.${format}`;
}

export function quarantineFileName(output: string): string {
  return `${output}_quarantine.jsonl`;
}

export function skippedFileName(output: string): string {
  return `${output}_skipped.jsonl`;
}

/** The files that reading into a dataset may stage. */
export function stagedFileNames(dataset: string, format: OutputFormat): string[] {
  return [datasetFileName(dataset, format), quarantineFileName(dataset), skippedFileName(dataset)];
}

/** Every output has a quarantine file, so no other output can have that name. */
export function refuseSharedFile(name: string, others: readonly string[]): void {
  const besides = (one: string): string[] => [`${one}_quarantine`, `${one}_skipped`];
  const other = others.find((taken) => besides(taken).includes(name) || besides(name).includes(taken));
  if (other === undefined) return;
  throw new CasparianError('PARSER_INVALID', `The outputs '${other}' and '${name}' would share a file`, {
    why: "The bad rows of an output go to '<output>_quarantine', and skipped lines to '<output>_skipped'.",
    next: ['Rename one of them.'],
  });
}

/** The name in the lineage of a file that was read without a parser. */
export function builtinParser(format: FileFormat): string {
  return `builtin:${formatOf(format).name}@${VERSION}`;
}

/** The output name for a file without a parser: the file's name, adjusted to be a valid output name. */
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
