import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Evaluation } from '../../../src/passport/rules/evaluate/evaluation.js';
import type { ProofNode } from '../../../src/passport/rules/evaluate/proof-node.js';
import { evaluate, type Facts, lookup } from './rule-source.js';

const FACTS: Facts = {
  Battery: { 'battery:A': { capacity_kwh: '75.5', name: 'Pack A' } },
  BOM: { 'bom:1': { mass_kg: '1.5' }, 'bom:2': { mass_kg: 2 } },
};
const A = 'requireSome(getFact("Battery", "battery:A"), "E1", "no battery")';
const SOURCE = `
field capacity: Dec(2) = toDec(2, requireSome(recordGet(${A}, "capacity_kwh"), "E2", "no capacity"));
field name: Text = requireSome(recordGet(${A}, "name"), "E3", "no name");
field mass: Qty(kg) =
  let parts = getFactsByPrefix("BOM", "bom:");
  let emitted = emitCompliance("Art. 7", "MET", "study");
  assert(field("capacity") > 0, "E4", "no energy");
  sumQty("kg", map(parts, \\p -> toQty("kg", requireSome(recordGet(p, "mass_kg"), "E5", "no mass"))));
field big: Bool = if (field("capacity") > 50) then true else false;
field none_here: Opt(Text) = recordGet(${A}, "absent");
`;

function proofOf(source: string, facts: Facts = FACTS): Extract<Evaluation, { ok: true }> {
  const result = evaluate(source, facts);
  if (!result.ok) throw new Error(result.problem.message);
  return result;
}

test('ids count from 0, and children come before their parents', () => {
  const { nodes } = proofOf(SOURCE);
  for (const [index, { id, children }] of nodes.entries()) {
    expect(id).toBe(index);
    expect(children.every((child) => child < id)).toBe(true);
  }
});

test('everything that was computed hangs below a field', () => {
  const { nodes, fields } = proofOf(SOURCE);
  expect(
    reachable(
      nodes,
      fields.map(({ node }) => node),
    ),
  ).toEqual(nodes.map(({ id }) => id));
});

test('a field is one node with its value, after the nodes of the fields before it', () => {
  const { nodes, fields } = proofOf(SOURCE);
  expect(fields.map(({ node }) => nodes[node])).toMatchObject([
    { type: 'FIELD_REF', data: { field: 'capacity', value: '75.50' } },
    { type: 'FIELD_REF', data: { field: 'big', value: true } },
    { type: 'FIELD_REF', data: { field: 'mass', value: { unit: 'kg', value: '3.500000' } } },
    { type: 'FIELD_REF', data: { field: 'name', value: 'Pack A' } },
    { type: 'FIELD_REF', data: { field: 'none_here', value: null } },
  ]);
});

test('a fact is read once, and appears with the hash of its payload', () => {
  const reads = proofOf(SOURCE).nodes.filter(({ type }) => type === 'FACT_GET');
  const facts = lookup(FACTS);
  expect(reads.map(({ data }) => data)).toEqual([
    {
      fact_type: 'Battery',
      fact_key: 'battery:A',
      result: { payload_hash: facts.find('Battery', 'battery:A')!.payloadHash },
    },
    {
      fact_type: 'BOM',
      fact_key_prefix: 'bom:',
      result: facts
        .withPrefix('BOM', 'bom:')
        .map(({ key, payloadHash }) => ({ fact_key: key, payload_hash: payloadHash })),
    },
  ]);
  const [missing] = proofOf('field a: Bool = isSome(getFact("A", "k"));').nodes.filter(
    ({ type }) => type === 'FACT_GET',
  );
  expect(missing!.data.result).toBe(null);
});

test('an assertion is part of the derivation of what follows it', () => {
  const { nodes } = proofOf('field a: Int = assert(1 < 2, "E4", "m"); 5;');
  expect(nodes.map(({ type, data, children }) => [type, data, children])).toEqual([
    ['CONST', { value: 1 }, []],
    ['CONST', { value: 2 }, []],
    ['OP', { op: '<', value: true }, [0, 1]],
    ['CONST', { value: 5 }, []],
    ['ASSERT', { condition: true, error_code: 'E4' }, [2, 3]],
    ['FIELD_REF', { field: 'a', value: 5 }, [4]],
  ]);
});

test('a compliance entry is a node, even if its name is not used, and equal entries are two nodes', () => {
  const { nodes, compliance } = proofOf(
    'field a: Int = let x = emitCompliance("A", "MET", "e"); let y = emitCompliance("A", "MET", "e"); 5;',
  );
  const emitted = nodes.filter(({ type }) => type === 'COMPLIANCE_EMIT');
  expect(emitted).toHaveLength(2);
  expect(compliance.map(({ node }) => node)).toEqual(emitted.map(({ id }) => id));
  expect(nodes.at(-1)!.children).toEqual([expect.any(Number), ...emitted.map(({ id }) => id)]);
});

test('only the branch that was taken is in the proof', () => {
  const { nodes } = proofOf('field a: Int = if (true) then 1 else 2;');
  expect(nodes.some(({ data }) => data.value === 2)).toBe(false);
});

test('a name that is used twice is one node', () => {
  const doublings = Array.from({ length: 100 }, (_, index) => `let x${index + 1} = x${index} + x${index};`);
  const { nodes, fields } = proofOf(`field a: Int = let x0 = 1; ${doublings.join('')} x100;`);
  expect(nodes).toHaveLength(102);
  expect(fields[0]!.value).toEqual({ kind: 'Int', value: 2n ** 100n });
});

/** Small rules that refer to each other, with names that are not used. */
const packages = fc
  .array(fc.record({ operator: fc.constantFrom('+', '-', '*'), a: fc.nat(20), b: fc.nat(20), unused: fc.nat(20) }), {
    minLength: 1,
    maxLength: 20,
  })
  .map((rules) =>
    rules.map(({ operator, a, b, unused }, index) => {
      const part = (number: number): string => (number < index ? `field("f${number}")` : `${number}`);
      return `field f${index}: Int = let unused = ${part(unused)} + 1; ${part(a)} ${operator} ${part(b)};`;
    }),
  );

test('the proof does not depend on the order of the rules, and commits to all of them', () => {
  fc.assert(
    fc.property(packages, (rules) => {
      const { nodes, fields } = proofOf(rules.join('\n'));
      expect(proofOf(rules.toReversed().join('\n')).nodes).toEqual(nodes);
      expect(
        reachable(
          nodes,
          fields.map(({ node }) => node),
        ),
      ).toEqual(nodes.map(({ id }) => id));
      const known = new Set(nodes.map(({ type, data, children }) => JSON.stringify([type, data, children])));
      expect(known.size).toBe(nodes.length);
    }),
    { numRuns: 50 },
  );
});

function reachable(nodes: readonly ProofNode[], roots: readonly number[]): number[] {
  const found = new Set<number>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...nodes[id]!.children);
  }
  return [...found].sort((a, b) => a - b);
}
