import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { applyMutant, mutantsOf } from '../../../scripts/mutants/mutate.js';

function mutated(code: string): string[] {
  return mutantsOf('file.ts', code).map((mutant) => applyMutant(code, mutant));
}

describe('changes', () => {
  it.each([
    ['a boundary', 'x = a < b;', 'x = a <= b;'],
    ['a boundary that includes its limit', 'x = a >= b;', 'x = a > b;'],
    ['an equality', 'x = a === b;', 'x = a !== b;'],
    ['"and" to "or"', 'x = a && b;', 'x = a || b;'],
    ['a condition by leaving out its right side', 'x = a && b;', 'x = a;'],
    ['a condition by leaving out its left side', 'x = a || b;', 'x = b;'],
    ['a condition to its opposite', 'if (a) b(); else c();', 'if (!(a)) b(); else c();'],
    ['a choice to its opposite', 'x = a ? b : c;', 'x = !(a) ? b : c;'],
    ['a number to one more', 'x = 9;', 'x = 10;'],
    ['a number to one less', 'x = 9;', 'x = 8;'],
    ['a big integer', 'x = 1n;', 'x = 2n;'],
    ['the index of the first item', 'x = a[0];', 'x = a[1];'],
    ['a sum', 'x = a + b;', 'x = a - b;'],
    ['a difference', 'x = a - b;', 'x = a + b;'],
    ['"some" to "every"', 'x = a.some(b);', 'x = a.every(b);'],
    ['"every" to "some"', 'x = a.every(b);', 'x = a.some(b);'],
    ['true to false', 'x = true;', 'x = false;'],
    ['a query by leaving out one of its conditions', "q.where('a', '=', b).where(c).all();", 'q.where(c).all();'],
    ['a block by leaving out a statement', 'if (a) { b(); c(); }', 'if (a) { ; c(); }'],
    ['a function by leaving out an early return', 'function f() { if (a) return; b(); }', 'function f() { ; b(); }'],
    ['a function by leaving out a check', 'function f() { if (a) throw b; c(); }', 'function f() { ; c(); }'],
    [
      'a function without a result to one that returns at once',
      'function f(): void { a(); b(); }',
      'function f(): void { return; a(); b(); }',
    ],
  ])('%s', (_what, code, expected) => {
    expect(mutated(code)).toContain(expected);
  });

  it.each([
    ['types', 'type A = 1 | true; interface B { c: 0 } let d: Array<1>; let e: 2;'],
    ['imports and exports', "import { a } from 'b'; export { c } from 'd';"],
    ['log messages', "log.info(`${a + 1} rows`); console.error(b ? 'c' : 'd'); this.log.warn(2);"],
    ['error messages', 'throw new Error(`${a + 1}`);'],
    ['assertions', 'assert(a > 0); assert.equal(b, 1);'],
    ['keys of objects', 'const a = { 1: b };'],
    ['large numbers', 'const timeoutMs = 60_000;'],
    ['methods that every object has', 'const a = b.toString();'],
    ['joined texts', "const a = 'b' + c;"],
    ['what stands in for an item that always exists', 'const a = b[c] ?? 0; const [d = 0] = e;'],
  ])('leaves %s alone', (_what, code) => {
    expect(mutated(code)).toEqual([]);
  });

  it('gives code that compiles, one change at a time', () => {
    const code =
      'export async function f(): Promise<void> { if (a && !b[0]) { await c(1); return; } while (d) e += 1 - 2; }';
    const mutants = mutated(code);
    expect(new Set(mutants).size).toBe(mutants.length);
    for (const mutant of mutants) {
      const { diagnostics } = ts.transpileModule(mutant, { reportDiagnostics: true });
      expect(diagnostics, mutant).toEqual([]);
    }
  });
});

it('describes a mutant by its line and the code around it', () => {
  const [first] = mutantsOf('file.ts', 'const a = 1;\n\nconst b =\n  f(c,\n    0);');
  const last = mutantsOf('file.ts', 'const a = 1;\n\nconst b =\n  f(c,\n    0);').at(-1);
  expect(first).toMatchObject({ line: 1, original: 'const a = 1;', mutated: 'const a = 2;' });
  expect(last).toMatchObject({ line: 5, original: 'const b = f(c, 0);', mutated: 'const b = f(c, 1);' });
});
