import type { TenantExecutor } from '../../database/index.js';
import {
  explainFields,
  type FactRecord,
  type FieldExplanation,
  findDocumentVersion,
  findRuleVersion,
  listFacts,
  checkedRules,
  type PassportVersionRecord,
  type ProofNode,
  ruleSources,
  type RuleVersionRecord,
  sourcesOfFacts,
} from '../../passport/index.js';
import { CasparianError, nearest } from '../../platform/index.js';
import { explainComputation } from './explain-computation.js';
import { documentNode, type ExplanationNode } from './explanation.js';
import { type StoredProof, storedProof } from './proven-fields.js';

interface Work {
  readonly database: TenantExecutor;
  readonly version: PassportVersionRecord;
  readonly proof: StoredProof;
  readonly rules: RuleVersionRecord;
  readonly explained: ReadonlyMap<string, FieldExplanation>;
  /** Fields and facts that are in the tree already, with their parts. A proof is a graph: as a tree it could be huge. */
  readonly shown: Set<string>;
  readonly withOperations: boolean;
}

/**
 * Where the value of a field comes from: its rule, other fields, facts, and the places in documents that state them. With operations, it also
 * has every step of the computation.
 */
export async function explainPassportField(
  database: TenantExecutor,
  version: PassportVersionRecord,
  path: string,
  { withOperations = false }: { readonly withOperations?: boolean } = {},
): Promise<ExplanationNode> {
  const proof = await storedProof(database, version.id);
  const id = Object.hasOwn(proof.field_index, path) ? proof.field_index[path] : undefined;
  if (id === undefined) throw noField(path, Object.keys(proof.field_index));
  const { dsl } = await ruleSources(database, version.ruleVersionId);
  const explained = new Map(explainFields(checkedRules({ dsl, tests: '' })).map((field) => [field.path, field]));
  const rules = await findRuleVersion(database, version.ruleVersionId);
  return fieldNode({ database, version, proof, rules, explained, shown: new Set(), withOperations }, id);
}

async function fieldNode(work: Work, id: number): Promise<ExplanationNode> {
  const { data } = nodeAt(work, id);
  const path = data['field'] as string;
  const node = { kind: 'field' as const, label: path, value: data['value'] ?? null, source: null };
  if (work.shown.has(path)) return { ...node, source: { explained: 'above' }, children: [] };
  work.shown.add(path);
  const rule = ruleNode(work, path);
  if (work.withOperations) return { ...node, children: [rule, ...(await computationOf(work, id, path))] };
  const children: ExplanationNode[] = [rule];
  for (const part of nearestParts(work, id)) {
    children.push(await (part.type === 'FIELD_REF' ? fieldNode(work, part.id) : factsNode(work, part)));
  }
  return { ...node, children };
}

function computationOf(work: Work, id: number, path: string): Promise<ExplanationNode[]> {
  const messages = new Map(work.explained.get(path)?.errorCodes.map(({ code, message }) => [code, message]));
  return explainComputation(
    {
      nodeAt: (one) => nodeAt(work, one),
      messageOf: (code) => messages.get(code),
      field: (one) => fieldNode(work, one),
      facts: (node) => factsNode(work, node),
      fact: (node, index) => factsNode(work, onlyResult(node, index)),
    },
    nodeAt(work, id).children,
  );
}

/** A look-up of several facts as a look-up of one of them. */
function onlyResult(node: ProofNode, index: number): ProofNode {
  const { fact_key_prefix: _, result, ...rest } = node.data;
  const found = (result as readonly ProofNode['data'][string][] | undefined)?.[index];
  if (found === undefined) return node;
  return { ...node, data: { ...rest, ...(found as ProofNode['data']), result: found } };
}

function ruleNode({ rules, explained }: Work, path: string): ExplanationNode {
  const { line = 1, rule = '' } = explained.get(path) ?? {};
  return {
    kind: 'rule',
    label: `${rules.packageName} version ${rules.version}, line ${line}`,
    value: rule,
    source: { rule_package_version_id: rules.id, rule_package: rules.packageName, version: rules.version, line },
    children: [],
  };
}

/** The fields and facts below a node that no other field is between, in the order of their evaluation. */
function nearestParts(work: Work, id: number): ProofNode[] {
  const found = new Map<number, ProofNode>();
  const seen = new Set<number>();
  const waiting = [...nodeAt(work, id).children];
  while (waiting.length > 0) {
    const next = waiting.pop() as number;
    if (seen.has(next)) continue;
    seen.add(next);
    const node = nodeAt(work, next);
    if (node.type === 'FIELD_REF' || node.type === 'FACT_GET') found.set(next, node);
    else waiting.push(...node.children);
  }
  return [...found.values()].sort((a, b) => a.id - b.id);
}

/** A look-up of one fact, or of all whose keys begin with a prefix. */
async function factsNode(work: Work, { data }: ProofNode): Promise<ExplanationNode> {
  const type = data['fact_type'] as string;
  const prefix = data['fact_key_prefix'] as string | undefined;
  const key = prefix ?? (data['fact_key'] as string);
  const hashes = new Map(
    (prefix === undefined
      ? [{ fact_key: key, ...(data['result'] as object | null) }]
      : (data['result'] as object[])
    ).map((one) => [(one as { fact_key: string }).fact_key, (one as { payload_hash?: string }).payload_hash]),
  );
  const facts = (await snapshotFacts(work, type, key)).filter((fact) => hashes.get(fact.factKey) === fact.payloadHash);
  if (prefix === undefined) {
    const [fact] = facts;
    if (fact !== undefined) return factNode(work, fact);
    return { kind: 'fact', label: `${type} ${key}`, value: null, source: { found: false }, children: [] };
  }
  const children: ExplanationNode[] = [];
  for (const fact of facts) children.push(await factNode(work, fact));
  return { kind: 'facts', label: `${type} ${key}*`, value: facts.length, source: null, children };
}

async function factNode(work: Work, fact: FactRecord): Promise<ExplanationNode> {
  const source = { fact_id: fact.id, payload_hash: fact.payloadHash };
  const node = { kind: 'fact' as const, label: `${fact.factType} ${fact.factKey}`, value: fact.payload };
  if (work.shown.has(fact.id)) return { ...node, source: { ...source, explained: 'above' }, children: [] };
  work.shown.add(fact.id);
  const children: ExplanationNode[] = [];
  for (const place of await sourcesOfFacts(work.database, [fact.id])) {
    children.push(documentNode(await findDocumentVersion(work.database, place.documentVersionId), place));
  }
  return { ...node, source, children };
}

const PAGE = 1_000;

async function snapshotFacts({ database, version }: Work, factType: string, prefix: string): Promise<FactRecord[]> {
  const facts: FactRecord[] = [];
  for (let after: string | undefined; ; after = facts.at(-1)?.id) {
    const filter = { snapshotId: version.snapshotId, factType, factKeyPrefix: prefix, limit: PAGE, after };
    const page = await listFacts(database, filter);
    facts.push(...page);
    if (page.length < PAGE) return facts;
  }
}

function nodeAt({ proof }: Pick<Work, 'proof'>, id: number): ProofNode {
  return proof.nodes[id] as ProofNode;
}

function noField(path: string, paths: readonly string[]): CasparianError {
  const guess = nearest(path, paths);
  return new CasparianError('NOT_FOUND', `The passport has no field '${path}'`, {
    next: guess === undefined ? [`Its fields are: ${paths.join(', ')}`] : [`Did you mean ${guess}?`],
  });
}
