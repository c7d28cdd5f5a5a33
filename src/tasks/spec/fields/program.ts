import { isAbsolute } from 'node:path';
import type { RunSpec } from '../run-spec.js';
import { readCommand } from './command.js';
import type { Fields } from './known-fields.js';
import { readPayload } from './payload.js';
import { refusal } from './refusal.js';
import { readText } from './values.js';
import { readVariables } from './variables.js';

export const PROGRAM_FIELDS = [
  'command',
  'payload',
  'payload_as',
  'cwd',
  'env',
  'inherit',
  'secrets',
  'code',
  'lockfile_hash',
] as const;

/** What is written alike in a spec and in a job's payload: all but the limits and what is to happen after a failure. */
export function readProgram(fields: Fields): Omit<RunSpec, 'timeoutMs' | 'memoryBytes' | 'cpuMs' | 'retry'> {
  return {
    command: readCommand(fields.command),
    ...readPayload(fields),
    cwd: optional(fields.cwd, readFolder),
    ...readVariables(fields),
    code: optional(fields.code, (given) => readText('code', given)),
    lockfileHash: optional(fields.lockfile_hash, (given) => readText('lockfile_hash', given)),
  };
}

export function optional<T>(given: unknown, read: (given: unknown) => T): T | null {
  return given === undefined ? null : read(given);
}

function readFolder(given: unknown): string {
  const folder = readText('cwd', given);
  if (isAbsolute(folder)) return folder;
  throw refusal('cwd', given, 'an absolute path: a worker may run anywhere');
}
