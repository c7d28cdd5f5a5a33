import { CasparianError, cjsonBytes, parseExactJson } from '../../platform/index.js';
import type { FactJson } from '../rules/values/value.js';
import { type Audience, maySee } from './audience.js';

/** A field that an excerpt shows, with what its hash is computed from. */
export interface DisclosedField {
  readonly path: string;
  readonly value: FactJson;
  readonly id: number;
  readonly children_hashes: readonly string[];
}

/** What an audience sees of a passport, and what proves it against the signature of the whole (BPC-EXCERPT-1). */
export interface Excerpt {
  readonly excerpt_version: 'BPC-EXCERPT-1';
  readonly audience: Audience;
  /** In the order of evaluation; a field that the audience may not see is its salted hash. */
  readonly fields: readonly (DisclosedField | { readonly hash: string })[];
  readonly root_id: number;
  readonly receipt: Readonly<Record<string, string>>;
  readonly public_key: string;
}

/** The artefacts of a signed version from which an excerpt is made. */
export interface ExcerptInput {
  readonly proofCanonical: Uint8Array;
  readonly signedReceipt: Uint8Array;
  readonly publicKey: Uint8Array;
}

interface Node {
  readonly id: number;
  readonly hash: string;
  readonly children: readonly number[];
  readonly data: { readonly field?: string; readonly value?: FactJson };
}

/** Makes the excerpt of an audience. Fails if the facts have no salt, because hidden values could be guessed from their hashes. */
export function makeExcerpt({ proofCanonical, signedReceipt, publicKey }: ExcerptInput, audience: Audience): Excerpt {
  const { nodes } = decoded(proofCanonical) as { nodes: readonly Node[] };
  const root = nodes.at(-1) as Node;
  const fields = root.children.map((id) => nodes[id] as Node);
  const isHidden = ({ data }: Node): boolean => !maySee(audience, data.field ?? '');
  if (fields.some(isHidden) && !fields.some(isSalt)) throw withoutSalt();
  return {
    excerpt_version: 'BPC-EXCERPT-1',
    audience,
    fields: fields.map((node) => (isHidden(node) ? { hash: node.hash } : disclosed(node, nodes))),
    root_id: root.id,
    receipt: decoded(signedReceipt) as Record<string, string>,
    public_key: Buffer.from(publicKey).toString('base64'),
  };
}

/** The values that an audience sees, without what proves them, and how many fields are hidden from it. */
export function audienceValues(
  proofCanonical: Uint8Array,
  audience: Audience,
): { values: ReadonlyMap<string, FactJson>; hidden: number } {
  const { nodes } = decoded(proofCanonical) as { nodes: readonly Node[] };
  const fields = (nodes.at(-1) as Node).children.map((id) => nodes[id] as Node);
  const shown = fields.filter(({ data }) => maySee(audience, data.field ?? ''));
  const values = shown.flatMap(({ data: { field = '', value = null } }) =>
    value === null ? [] : [[field, value] as const],
  );
  return { values: new Map(values), hidden: fields.length - shown.length };
}

export function excerptBytes(excerpt: Excerpt): Buffer {
  return cjsonBytes(excerpt);
}

/** The values that an excerpt shows, by path. Fields without a value are left out. */
export function excerptValues({ fields }: Pick<Excerpt, 'fields'>): ReadonlyMap<string, FactJson> {
  return new Map(
    fields.flatMap((field) => ('path' in field && field.value !== null ? [[field.path, field.value] as const] : [])),
  );
}

/** The field that makes the hash of the payload unpredictable; see `default-rules/rule-text.ts`. */
export const SALT_FIELD = 'disclosure.salt';

function isSalt({ data }: Node): boolean {
  return data.field === SALT_FIELD && data.value !== null;
}

function disclosed({ id, data, children }: Node, nodes: readonly Node[]): DisclosedField {
  return {
    path: data.field ?? '',
    value: data.value ?? null,
    id,
    children_hashes: children.map((child) => (nodes[child] as Node).hash),
  };
}

function decoded(canonical: Uint8Array): unknown {
  return parseExactJson(Buffer.from(canonical).toString('utf8'));
}

function withoutSalt(): CasparianError {
  return new CasparianError('EXCERPT_WITHOUT_SALT', 'No excerpt can be made of this passport: its data has no salt', {
    why: 'An excerpt shows hashes of hidden values. Without a salt, a value such as a state of charge can be guessed from its hash.',
    next: [
      'Add "salt" with at least 32 random characters to the documents of the kind BATTERY_DATA, and build again.',
      'A passport from other documents has no attributes with access tiers, so there is nothing to show: hand over its bundle instead.',
    ],
  });
}
