import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatRules } from '../../../src/passport/rules/format/format-rules.js';
import { parsed } from './rule-source.js';
import { commented, sources } from './rule-texts.js';

const format = (source: string): string => formatRules(parsed(source));

test('the layout of every form', () => {
  const source = `-- Rules
-- of a pack

field battery.capacity_kwh:Dec(6)=let b=getFact("Battery","battery:SKU-123");-- the battery

  -- as the maker says
  let cap=requireSome(recordGet(requireSome(b,"E001","battery missing"),"capacity_kwh"),"E002","capacity missing here");assert(cap>0,"E3","m");toDec(6,cap);-- in kWh
field a:Int=if(1>2)then 3 else if(x)then let y=2;y else -4+5*6;field n:Int=@a;
field mass : Qty("kg")=sumQty("kg",map(getFactsByPrefix("BOM","bom:"),λc → toQty("kg",requireSome(recordGet(c,"mass_kg"),"E","no mass"))));
field s: List(Int) = [ -- one
  1, -- two
  2 ];
field q: Qty(kg) = (qty(1,"kg") + qty(450.250, kg)) ;
field t: Record(a: Map(Text,Int),b:Opt(Date)) = none;
field long.enough.to.be.broken: Bool = first.condition && second_condition_that_is_long && third_condition_that_is_long || !fourth;
example e:{fact b("Battery","battery:SKU-123")={"capacity_kwh":"75.5" "list":[1 2,],"empty":{}};}=>expect(a,==,75.5);expect(a,!= none);
example empty: {} => ;
property p: cases(500)seed(-42)=>forall cap:Dec(2),total:Int.fact b("B","k")={"kwh":cap};implies(cap>0&&total>=0,field("a")>=0);
-- the end`.replace('first.condition', 'first_condition');
  expect(format(source)).toBe(`-- Rules
-- of a pack

field battery.capacity_kwh: Dec(6) =
  let b = getFact("Battery", "battery:SKU-123"); -- the battery

  -- as the maker says
  let cap = requireSome(
    recordGet(requireSome(b, "E001", "battery missing"), "capacity_kwh"),
    "E002",
    "capacity missing here"
  );
  assert(cap > 0, "E3", "m");
  toDec(6, cap); -- in kWh

field a: Int =
  if (1 > 2) then
    3
  else if (x) then
    let y = 2;
    y
  else
    -4 + 5 * 6;

field n: Int = field("a");

field mass: Qty(kg) =
  sumQty(
    "kg",
    map(
      getFactsByPrefix("BOM", "bom:"),
      \\c -> toQty("kg", requireSome(recordGet(c, "mass_kg"), "E", "no mass"))
    )
  );

field s: List(Int) =
  [
    -- one
    1,
    -- two
    2
  ];

field q: Qty(kg) = (qty(1.0, kg) + qty(450.25, kg));

field t: Record(a: Map(Text, Int), b: Opt(Date)) = none;

field long.enough.to.be.broken: Bool =
  first_condition && second_condition_that_is_long && third_condition_that_is_long || !fourth;

example e: {
  fact b("Battery", "battery:SKU-123") = {"capacity_kwh": "75.5", "list": [1, 2], "empty": {}};
} =>
  expect(a, == 75.5);
  expect(a, != none);
;

example empty: {} =>
;

property p: cases(500) seed(-42) =>
  forall cap: Dec(2), total: Int .
    fact b("B", "k") = {"kwh": cap};
    implies(cap > 0 && total >= 0, field("a") >= 0);
;
-- the end
`);
});

test('comments and nothing else', () => {
  expect(format('')).toBe('');
  expect(format('\n\n-- a\n\n\n\n-- b\n')).toBe('-- a\n\n-- b\n');
});

test('empty lines between steps stay, at most one', () => {
  expect(format('field a: Int =\n\n\n  let x = 1;\n\n\n\n  let y = 2;\n  x;')).toBe(
    'field a: Int =\n  let x = 1;\n\n  let y = 2;\n  x;\n',
  );
});

test('formatting twice is formatting once, and keeps the meaning', () => {
  fc.assert(
    fc.property(sources, (source) => {
      const once = format(source);
      expect(format(once)).toBe(once);
      expect(meaning(once)).toEqual(meaning(source));
    }),
    { numRuns: 300 },
  );
});

test('the same with comments anywhere, of which none is lost', () => {
  fc.assert(
    fc.property(sources, fc.infiniteStream(fc.nat(5)), (source, dice) => {
      const { text, comments } = commented(source, dice);
      const once = format(text);
      expect(format(once)).toBe(once);
      expect(meaning(once)).toEqual(meaning(source));
      expect(once.match(/-- note \d+/g) ?? []).toEqual(comments);
    }),
    { numRuns: 300 },
  );
});

/** The tree, without places and without what differs between two ways to write the same. */
function meaning(source: string): unknown {
  return JSON.parse(
    JSON.stringify(parsed(source).declarations, (key, value: unknown) => {
      if (key.endsWith('pan') || key === 'depth') return undefined;
      return typeof value === 'bigint' ? `${value}n` : value;
    }),
    (_, node: { kind?: string; path?: string } | null) =>
      node?.kind === 'field' && !('type' in node)
        ? {
            kind: 'call',
            name: { text: 'field' },
            args: [{ kind: 'literal', value: { kind: 'Text', value: node.path } }],
          }
        : node,
  );
}
