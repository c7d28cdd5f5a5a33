import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dependencyOrder } from '../../../src/passport/rules/check/dependency-order.js';
import { evaluate, problemsOf } from './rule-source.js';

test('fields are evaluated after those that they need, else in lexical order', () => {
  const result = evaluate('field c: Int = 1; field a: Int = field("d"); field b: Int = 2; field d: Int = field("b");');
  expect(result.ok && result.fields.map(({ path }) => path)).toEqual(['b', 'c', 'd', 'a']);
});

test('a cycle is reported with its fields, without those that only lead to it', () => {
  const source = `field a: Int = field("b");
field b: Int = field("d");
field c: Int = field("b");
field d: Int = field("c");
field e: Int = field("e");`;
  expect(problemsOf(source)).toMatchObject([{ code: 'RULE_CYCLE_DETECTED', cycle: ['b', 'd', 'c'], line: 2 }]);
  expect(problemsOf('field e: Int = field("e");')[0]?.message).toBe('The field e depends on itself');
});

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const graphs = fc.dictionary(fc.constantFrom(...NAMES), fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 3 }));

test('the order is that of Kahn with a sorted set, or there is a cycle', () => {
  fc.assert(
    fc.property(graphs, (edges) => {
      const graph = new Map(
        Object.entries(edges).map(([name, needed]) => [name, needed.filter((one) => one in edges)]),
      );
      const result = dependencyOrder(graph);
      if (result.ok) expect(result.order).toEqual(naiveOrder(graph));
      else {
        expect(naiveOrder(graph).length).toBeLessThan(graph.size);
        for (const [at, name] of result.cycle.entries()) {
          expect(graph.get(name)).toContain(result.cycle[(at + 1) % result.cycle.length]);
        }
      }
    }),
  );
});

/** Takes the first ready name of a sorted list, again and again; ends early in a cycle. */
function naiveOrder(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const order: string[] = [];
  for (;;) {
    const ready = [...graph.keys()].sort().filter((name) => !order.includes(name));
    const next = ready.find((name) => graph.get(name)!.every((needed) => order.includes(needed)));
    if (next === undefined) return order;
    order.push(next);
  }
}
