import type { TenantExecutor } from '../../database/index.js';
import { passportArtefacts, type ProofNode } from '../../passport/index.js';
import { parseExactJson } from '../../platform/index.js';

/** The proof of a version, as it is stored. */
export interface StoredProof {
  readonly nodes: readonly ProofNode[];
  readonly field_index: Readonly<Record<string, number>>;
}

export async function storedProof(database: TenantExecutor, versionId: string): Promise<StoredProof> {
  const { proofCanonical } = await passportArtefacts(database, versionId);
  return parseExactJson(proofCanonical.toString('utf8')) as StoredProof;
}

/** Every field with its value; a field without a value is null. The payload nests them, so only the proof knows where a path ends. */
export function provenFields({ nodes, field_index: index }: StoredProof): Map<string, unknown> {
  return new Map(Object.entries(index).map(([path, id]) => [path, nodes[id]?.data['value'] ?? null]));
}

/** The facts that a field depends on, also through other fields: the hash of each by type and key. */
export function factsBelow({ nodes }: StoredProof, id: number): Map<string, string | null> {
  const facts = new Map<string, string | null>();
  const seen = new Set<number>([id]);
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { type, data, children } = nodes[next] as ProofNode;
    if (type === 'FACT_GET') for (const [key, hash] of resultsOf(data)) facts.set(key, hash);
    for (const child of children) {
      if (seen.has(child)) continue;
      seen.add(child);
      waiting.push(child);
    }
  }
  return facts;
}

interface Result {
  readonly fact_key?: string;
  readonly payload_hash?: string;
}

function resultsOf(data: ProofNode['data']): [string, string | null][] {
  const type = data['fact_type'] as string;
  const result = data['result'] as Result | readonly Result[] | null;
  const results = Array.isArray(result) ? (result as readonly Result[]) : [(result ?? {}) as Result];
  return results.map((one) => [`${type} ${one.fact_key ?? (data['fact_key'] as string)}`, one.payload_hash ?? null]);
}
