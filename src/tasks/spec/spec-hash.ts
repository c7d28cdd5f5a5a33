import { hash } from 'node:crypto';
import { canonicalJson } from '../../platform/index.js';
import type { RunSpec } from './run-spec.js';
import { hashedJson } from './spec-json.js';

/** Counts up when the canonical form changes, so that an old hash is never taken for a new one. */
const VERSION = 1;

/** SHA-256 of the spec's canonical form, in hex. Equal hashes: the same program with the same payload and surroundings. */
export function specHashOf(spec: RunSpec): string {
  return hash('sha256', canonicalSpec(spec));
}

/** The text that is hashed: a contract with every other implementation (docs/reference/run-spec.md). */
export function canonicalSpec(spec: RunSpec): string {
  return canonicalJson({ version: VERSION, ...hashedJson(spec) });
}
