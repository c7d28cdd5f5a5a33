import type { ProofNode } from '../../passport/index.js';
import type { ExplanationNode } from './explanation.js';

/** What a computation refers to. Fields and facts are explained by the caller, who knows where they come from. */
export interface ComputationParts {
  readonly nodeAt: (id: number) => ProofNode;
  /** The message of an assertion, by its code. */
  readonly messageOf: (code: string) => string | undefined;
  readonly field: (id: number) => Promise<ExplanationNode>;
  /** A look-up of one fact or of several. */
  readonly facts: (node: ProofNode) => Promise<ExplanationNode>;
  /** One fact of a look-up of several. */
  readonly fact: (node: ProofNode, index: number) => Promise<ExplanationNode>;
}

/** A proof is a graph: as a tree it could be huge. */
const MAX_NODES = 1_000;

/**
 * The operations between a field and the facts and fields that it is computed from. Steps that only move a value (a cast, a value
 * that must be there) are left out: the tree shows what a person would do with a calculator.
 */
export async function explainComputation(parts: ComputationParts, ids: readonly number[]): Promise<ExplanationNode[]> {
  let left = MAX_NODES;
  const nodes: ExplanationNode[] = [];
  for (const id of ids) nodes.push(...(await stepsOf(id)));
  return nodes;

  async function stepsOf(id: number): Promise<ExplanationNode[]> {
    left -= 1;
    if (left < 0) return [];
    const node = parts.nodeAt(id);
    switch (node.type) {
      case 'FIELD_REF':
        return [await parts.field(id)];
      case 'FACT_GET':
        return [await parts.facts(node)];
      case 'CONST':
        return [leaf('constant', '', node.data['value'])];
      case 'ASSERT':
        return assertion(node);
      default:
        return operation(node);
    }
  }

  /** `assert` has a condition and a result. `requireSome` has a value, its code and its message, and only passes the value on. */
  async function assertion({ children, data }: ProofNode): Promise<ExplanationNode[]> {
    const [first = 0, second] = children;
    if (children.length !== 2 || second === undefined) return stepsOf(first);
    const code = data['error_code'] as string;
    const label = parts.messageOf(code) ?? code;
    const check: ExplanationNode = {
      ...{ kind: 'check', label, value: data['condition'] ?? null, source: { error_code: code } },
      children: await stepsOf(first),
    };
    return [check, ...(await stepsOf(second))];
  }

  async function operation({ children, data }: ProofNode): Promise<ExplanationNode[]> {
    const op = data['op'] as string;
    const [first = 0, ...others] = children;
    const value = data['value'] ?? null;
    if (op === 'recordGet')
      return [{ ...leaf('member', memberName(others[0]), value), children: await stepsOf(first) }];
    if (op === 'item') return [await parts.fact(parts.nodeAt(first), Number(data['index']))];
    if (PASSES_ON.has(op)) return withValue(await stepsOf(isMissing(first) ? (others[0] ?? first) : first), value);
    const operands = OVER_LISTS.has(op) && others.length > 0 ? others : children;
    const steps: ExplanationNode[] = [];
    for (const id of operands) steps.push(...(await stepsOf(id)));
    const count = data['count'] === undefined ? {} : { value: data['count'] };
    return [{ ...leaf('operation', labelOf(op, data), value), ...count, children: steps }];
  }

  function memberName(id: number | undefined): string {
    return id === undefined ? '' : (parts.nodeAt(id).data['value'] as string);
  }

  function isMissing(id: number): boolean {
    const { type, data } = parts.nodeAt(id);
    return type === 'OP' && data['value'] === null;
  }
}

/** They give a value another type or a unit, or a default. */
const PASSES_ON: ReadonlySet<string> = new Set(['toQty', 'cast', 'unwrapOr']);
/** Their first operand is the list, which the others are computed from one by one. */
const OVER_LISTS: ReadonlySet<string> = new Set(['map', 'filter']);

/** The unit of a quantity is only known to the step that gave it one. */
function withValue(steps: readonly ExplanationNode[], value: unknown): ExplanationNode[] {
  const last = steps.at(-1);
  if (last === undefined || value === null || (last.kind !== 'member' && last.kind !== 'constant')) return [...steps];
  return [...steps.slice(0, -1), { ...last, value }];
}

function labelOf(op: string, data: ProofNode['data']): string {
  return op === 'convert' ? `${data['from'] as string} → ${data['to'] as string}` : op;
}

function leaf(kind: 'constant' | 'member' | 'operation', label: string, value: unknown): ExplanationNode {
  return { kind, label, value: value ?? null, source: null, children: [] };
}
