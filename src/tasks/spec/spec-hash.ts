import { hash } from 'node:crypto';
import { canonicalJson } from '../../platform/index.js';
import type { RunSpec } from './run-spec.js';
import { hashedJson } from './spec-json.js';

/** Incremented when the canonical form changes, so that old and new hashes never match. */
const VERSION = 1;

/** SHA-256 of the spec's canonical form, in hex. Equal hashes mean the same command, payload and environment. */
export function specHashOf(spec: RunSpec): string {
  return hash('sha256', canonicalSpec(spec));
}

/** The text that is hashed. Other implementations depend on it (docs/reference/run-spec.md). */
export function canonicalSpec(spec: RunSpec): string {
  return canonicalJson({ version: VERSION, ...hashedJson(spec) });
}
