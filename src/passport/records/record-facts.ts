import type { TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, cjsonBytes, sha256Hex } from '../../platform/index.js';
import { addDocument } from './document.js';
import { type DocumentVersionRecord, versionOf } from './document-version.js';
import { insertFacts } from './insert-facts.js';
import { only } from './only.js';
import { requireText } from './references.js';
import { recordUploads, storeVersions } from './store-versions.js';

/** A fact that does not come from a document, such as one from a row of a dataset. */
export interface GivenFact {
  readonly factType: string;
  readonly factKey: string;
  /** Integers, texts, booleans, null, arrays and objects: fractions have no canonical form. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** For explanations: the dataset, file and row. */
  readonly source: Readonly<Record<string, unknown>>;
}

export interface GivenFacts {
  /** Names the document that the facts belong to, such as `dataset:cells`. */
  readonly externalRef: string;
  readonly mimeType: string;
  /** What the facts were made from: the mapping, together with the hashes of its input. Other input is another version. */
  readonly content: Uint8Array;
  readonly source: Readonly<Record<string, unknown>>;
  readonly facts: readonly GivenFact[];
}

/** Stores facts as a validated version of a document of the kind OTHER. The same content again returns the existing version. */
export async function recordFacts(
  tx: TenantTransaction,
  { externalRef, mimeType, content, source, facts }: GivenFacts,
): Promise<{ readonly version: DocumentVersionRecord; readonly isNew: boolean }> {
  const known = new Set<string>();
  const prepared = facts.map(({ factType, factKey, payload, source: place }) => {
    requireText('fact type', factType, 100);
    requireText('fact key', factKey);
    const name = `${factType} ${factKey}`;
    if (known.has(name)) throw twice(name);
    known.add(name);
    const payloadCanonical = cjsonBytes(payload);
    const payloadHash = sha256Hex(payloadCanonical);
    return { factType, factKey, schemaVersion: 1, payloadCanonical, payloadHash, source: place };
  });
  const { id: documentId } = await addDocument(tx, { kind: 'OTHER', externalRef });
  const upload = { documentId, mimeType, content, source, validatedFacts: facts.length };
  const { row, isNew } = await only(storeVersions(tx, [upload]));
  if (!isNew) return { version: versionOf(row), isNew };
  await insertFacts(tx, { id: row.id, facts: prepared });
  await recordUploads(tx, [row]);
  await recordEvent(tx, {
    ...{ eventType: 'FACTS_PARSED', aggregateType: 'DocumentVersion', aggregateId: row.id },
    payload: { fact_count: facts.length },
  });
  return { version: versionOf(row), isNew };
}

function twice(name: string): CasparianError {
  return new CasparianError('VALIDATION_ERROR', `There are two facts ${name}`, {
    why: 'A rule that asks for this key would have two answers.',
  });
}
