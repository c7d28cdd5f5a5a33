import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failureOf, valueOf, valuesOf } from './rule-source.js';

test('results are cut off toward zero', () => {
  expect(valueOf('Int', '7 / 2')).toBe(3);
  expect(valueOf('Int', '-7 / 2')).toBe(-3);
  expect(valueOf('Dec(2)', '-1.00 / 3.00')).toBe('-0.33');
  expect(valueOf('Dec(2)', 'toDec(2, -1.999)')).toBe('-1.99');
  expect(valueOf('Dec(2)', '1.05 * 1.05')).toBe('1.10');
  expect(valueOf('Dec(0)', 'toDec(0, -0.9)')).toBe('0');
  expect(valueOf('Qty(kg)', 'qty(-1, kg) / 3')).toEqual({ unit: 'kg', value: '-0.333333' });
  expect(valueOf('Qty(kg)', 'convert("kg", "g", qty(-0.0019, g))')).toEqual({ unit: 'kg', value: '-0.000001' });
});

test('numbers are exact beyond what floating point holds', () => {
  expect(valueOf('Dec(1)', '0.1 + 0.2')).toBe('0.3');
  expect(valueOf('Int', '9007199254740993 + 0')).toBe(9_007_199_254_740_993n);
  expect(valueOf('Dec(18)', '123456789012345678901234567890.000000000000000001 * 1')).toBe(
    '123456789012345678901234567890.000000000000000001',
  );
});

test('units of products and quotients', () => {
  expect(valueOf('Qty(kg)', 'qty(1.5, kg) * 2')).toEqual({ unit: 'kg', value: '3.000000' });
  expect(valueOf('Qty(kg)', '0.5 * qty(1.5, kg)')).toEqual({ unit: 'kg', value: '0.750000' });
  expect(valueOf('Dec(6)', 'qty(1, kg) / qty(3, kg)')).toBe('0.333333');
  expect(valueOf('Qty(gCO2e_per_kWh)', 'qty(4500000, gCO2e) / qty(75.5, kWh)')).toEqual({
    unit: 'gCO2e_per_kWh',
    value: '59602.649006',
  });
  expect(valueOf('Qty(gCO2e)', 'qty(60000, gCO2e_per_kWh) * qty(75.5, kWh)')).toEqual({
    unit: 'gCO2e',
    value: '4530000.000000',
  });
  expect(valueOf('Qty(Wh)', '-qty(1.5, Wh)')).toEqual({ unit: 'Wh', value: '-1.500000' });
});

test('numbers of any scale can be compared', () => {
  expect(valueOf('Bool', '1 == 1.000')).toBe(true);
  expect(valueOf('Bool', '1.01 > 1.009')).toBe(true);
  expect(valueOf('Bool', '"a" < "b" && date("2027-02-18") > date("2026-12-31") && "\uFB33" < "𐀀"')).toBe(true);
  expect(valueOf('Bool', '[1, 2] == [1, 2] && none == none && !(true == false)')).toBe(true);
});

test('a division by zero says where it is', () => {
  expect(failureOf('Int', '1 / (2 - 2)')).toMatchObject({ code: 'DIVISION_BY_ZERO', line: 1, column: 21, field: 'x' });
  expect(failureOf('Qty(kg)', 'qty(1, kg) / 0.00').code).toBe('DIVISION_BY_ZERO');
  expect(failureOf('Dec(6)', 'qty(1, kg) / qty(0, kg)').code).toBe('DIVISION_BY_ZERO');
});

/** The oracle: fractions of bigints, and digits cut off as text. It shares no code with the evaluator. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

type Tree =
  | { readonly text: string }
  | { readonly op: '+' | '-' | '*' | '/'; readonly left: Tree; readonly right: Tree };

const SCALE = 3;
const literals = fc
  .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.constantFrom(...'0123456789'))
  .map(([whole, digit]): Tree => ({ text: `${whole}.${digit}25` }));
const { tree: trees } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    literals,
    fc.record({ op: fc.constantFrom('+', '-', '*', '/'), left: tie('tree'), right: tie('tree') }) as fc.Arbitrary<Tree>,
  ),
}));

test('arithmetic agrees with fractions that are cut off as text', () => {
  fc.assert(
    fc.property(trees, (tree) => {
      const expected = oracle(tree);
      const source = `toDec(${SCALE}, ${written(tree)})`;
      if (expected === null) expect(failureOf(`Dec(${SCALE})`, source).code).toBe('DIVISION_BY_ZERO');
      else expect(valueOf(`Dec(${SCALE})`, source)).toBe(textOf(expected));
    }),
    { numRuns: 300 },
  );
});

function written(tree: Tree): string {
  return 'text' in tree ? tree.text : `(${written(tree.left)} ${tree.op} ${written(tree.right)})`;
}

function oracle(tree: Tree): Fraction | null {
  if ('text' in tree) return { over: BigInt(tree.text.replace('.', '')), under: 1000n };
  const left = oracle(tree.left);
  const right = left && oracle(tree.right);
  if (left === null || right === null) return null;
  switch (tree.op) {
    case '+':
      return { over: left.over * right.under + right.over * left.under, under: left.under * right.under };
    case '-':
      return { over: left.over * right.under - right.over * left.under, under: left.under * right.under };
    case '*':
      return cut({ over: left.over * right.over, under: left.under * right.under });
    case '/':
      return right.over === 0n ? null : cut({ over: left.over * right.under, under: left.under * right.over });
  }
}

function cut(fraction: Fraction): Fraction {
  return { over: BigInt(textOf(fraction).replace('.', '')), under: 1000n };
}

/** By long division. */
function textOf({ over, under }: Fraction): string {
  const isNegative = over < 0n !== under < 0n;
  const [a, b] = [over < 0n ? -over : over, under < 0n ? -under : under];
  let rest = a % b;
  let digits = '';
  for (let place = 0; place < SCALE; place++) {
    rest *= 10n;
    digits += String(rest / b);
    rest %= b;
  }
  const text = `${a / b}.${digits}`;
  return isNegative && /[1-9]/.test(text) ? `-${text}` : text;
}

test('the same rules and facts give the same values and proof', () => {
  fc.assert(
    fc.property(trees, (tree) => {
      const source = `field x: Dec(3) = if (true) then 1 else ${written(tree)};`;
      expect(valuesOf(source)).toEqual(valuesOf(source));
    }),
    { numRuns: 50 },
  );
});
