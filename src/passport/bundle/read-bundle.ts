import { isUtf8 } from 'node:buffer';
import { cjsonBytes, errorMessage, parseExactJson } from '../../platform/index.js';
import { isList, itemTexts, membersAt, NotCanonical, type Source, sourceOf, type Span } from './canonical-text.js';
import { Fault, recordOf } from './fault.js';
import { type ProofReading, readProof } from './recompute-proof.js';

/** The members of a bundle as they are in the file. What they contain is checked later. */
export interface Bundle {
  /** Canonical JSON. */
  readonly source: Source;
  /** Where each member is. */
  readonly members: ReadonlyMap<string, Span>;
  /** Whether the file is in canonical form. If not, `source` is what it should contain. */
  readonly isCanonical: boolean;
  /** Absent if the bundle has none. */
  readonly proof: ProofReading | undefined;
  /** Members that are decoded already. */
  readonly decoded: Map<string, unknown>;
}

/** Proofs and payloads are small; facts may be larger. */
const MAX_BUNDLE_BYTES = 64 * 1_024 * 1_024;

/** Reads the members of a bundle. Whether its proof is right is found out on the way: to read it twice took a quarter of the time. */
export function readBundle(bytes: Uint8Array): Bundle {
  if (bytes.length > MAX_BUNDLE_BYTES) throw new Fault(`the file has more than ${MAX_BUNDLE_BYTES} bytes`);
  if (!isUtf8(bytes)) throw new Fault('the file is not text in UTF-8');
  return canonicalBundle(bytes, true) ?? (canonicalBundle(canonicalForm(bytes), false) as Bundle);
}

export function memberSpan({ members }: Bundle, name: string): Span {
  const span = members.get(name);
  if (span === undefined) throw new Fault(`${name} is missing`);
  return span;
}

/** The canonical text of a member. */
export function memberText(bundle: Bundle, name: string): string {
  const { start, end } = memberSpan(bundle, name);
  return bundle.source.slice(start, end);
}

/** The canonical text of each fact. */
export function factTexts(bundle: Bundle): string[] {
  const { start } = memberSpan(bundle, 'facts');
  if (!isList(bundle.source, start)) throw new Fault('facts is not a list');
  return itemTexts(bundle.source, start);
}

export function memberValue(bundle: Bundle, name: string): unknown {
  const { decoded } = bundle;
  if (!decoded.has(name)) decoded.set(name, parseExactJson(memberText(bundle, name)));
  return decoded.get(name);
}

function canonicalBundle(bytes: Uint8Array, isCanonical: boolean): Bundle | undefined {
  try {
    const source = sourceOf(bytes);
    let proof: ProofReading | undefined;
    const { members, end } = membersAt(source, 0, (name, start) => {
      if (name !== 'proof') return undefined;
      proof = readProof(source, start);
      return 'end' in proof ? proof.end : undefined;
    });
    return end === bytes.length ? { source, members, isCanonical, proof, decoded: new Map() } : undefined;
  } catch (error) {
    if (error instanceof NotCanonical) return undefined;
    throw error;
  }
}

/** What the file should contain, so that the other checks can say what is wrong besides its form. */
function canonicalForm(bytes: Uint8Array): Buffer {
  const members = recordOf(parsed(Buffer.from(bytes).toString('utf8')), 'the file');
  try {
    return cjsonBytes(members);
  } catch (error) {
    throw new Fault(`the file has no canonical form: ${errorMessage(error)}`);
  }
}

function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    throw new Fault(`the file is not JSON: ${errorMessage(error)}`);
  }
}
