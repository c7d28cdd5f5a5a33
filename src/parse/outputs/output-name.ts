import { CasparianError } from '../../platform/index.js';
import type { OutputFormat } from '../../contract/index.js';

/** File systems allow 255 bytes, and `_quarantine.jsonl` comes behind it. */
export const LONGEST_NAME_BYTES = 200;

/**
 * The name of an output becomes the name of a file. It comes from the user's code, so it is held to what is a plain
 * file name everywhere: no folders, no hidden files.
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

/** Beside every output stands its quarantine, so no other output can have that name. */
export function refuseSharedFile(name: string, others: readonly string[]): void {
  const other = others.find((taken) => name === `${taken}_quarantine` || taken === `${name}_quarantine`);
  if (other === undefined) return;
  throw new CasparianError('PARSER_INVALID', `The outputs '${other}' and '${name}' would share a file`, {
    why: "The bad rows of an output go to '<output>_quarantine'.",
    next: ['Rename one of them.'],
  });
}
