import fc from 'fast-check';
import { lex } from '../../../src/passport/rules/syntax/lex.js';

/** Sources that follow the grammar. Their types need not fit. */
const names = fc.constantFrom('x', 'y', 'total', 'cap', '_a1', 'a_very_long_name_for_a_value_of_a_rule');
const paths = fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
const strings = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .filter((text) => !/\p{Surrogate}/u.test(text))
  .map((text) => JSON.stringify(text).replace(/\u007f/g, '?'));
const units = fc.constantFrom('kg', 'g', 'kWh', 'gCO2e_per_kWh', 'pct');

const literals = fc.oneof(
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String),
  fc.tuple(fc.integer(), fc.stringMatching(/^[0-9]{1,6}$/)).map(([whole, fraction]) => `${whole}.${fraction}`),
  strings,
  fc.constantFrom('true', 'false', 'none', 'date("2027-02-18")'),
  fc.tuple(fc.integer(), units).map(([number, unit]) => `qty(${number}.5, ${unit})`),
  fc.tuple(fc.nat(), units).map(([number, unit]) => `qty(${number}, "${unit}")`),
);

const { expression: expressions } = fc.letrec<{ expression: string; operand: string; primary: string }>((tie) => {
  const list = fc.array(tie('expression'), { maxLength: 3 }).map((items) => items.join(' , '));
  return {
    primary: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'expression' },
      literals,
      names,
      paths.map((path) => `@${path}`),
      fc.tuple(names, list).map(([name, args]) => `${name}(${args})`),
      list.map((items) => `[${items}]`),
      tie('expression').map((inner) => `(${inner})`),
      fc.tuple(fc.constantFrom('!', '-'), tie('primary')).map(([operator, operand]) => `${operator} (${operand})`),
      fc
        .tuple(fc.array(names, { minLength: 1, maxLength: 2 }), tie('expression'))
        .map(([parameters, body]) => `(\\${parameters.join(' ')} -> ${body})`),
    ),
    operand: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'expression' },
      tie('primary'),
      fc
        .tuple(tie('primary'), fc.constantFrom('+', '-', '*', '/', '&&', '||'), tie('primary'))
        .map((parts) => parts.join(' ')),
      fc
        .tuple(tie('primary'), fc.constantFrom('==', '!=', '<', '<=', '>', '>='), tie('primary'))
        .map((parts) => parts.join(' ')),
    ),
    expression: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'expression' },
      tie('operand'),
      fc
        .tuple(tie('operand'), tie('expression'), tie('expression'))
        .map(([c, a, b]) => `if (${c}) then ${a} else ${b}`),
      fc
        .tuple(names, tie('expression'), tie('expression'))
        .map(([name, value, rest]) => `let ${name} = ${value}; ${rest}`),
      fc
        .tuple(tie('operand'), strings, strings, tie('expression'))
        .map(([c, code, message, rest]) => `assert(${c}, ${code}, ${message}); ${rest}`),
    ),
  };
});

const { type: types } = fc.letrec<{ type: string }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('Bool', 'Int', 'Text', 'Date', 'Dec(2)', 'Qty(kg)', 'Qty("g")'),
    tie('type').map((of) => `List(${of})`),
    tie('type').map((of) => `Map(Text,${of})`),
    tie('type')
      .filter((of) => !of.startsWith('Opt'))
      .map((of) => `Opt(${of})`),
    fc.tuple(tie('type'), tie('type')).map(([a, b]) => `Record(a:${a},b : ${b})`),
  ),
}));

const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('1', '-20', 'true', 'null', '"text"', 'x'),
    fc.array(tie('json'), { maxLength: 3 }).map((items) => `[${items.join(' ')}]`),
    fc
      .array(tie('json'), { maxLength: 3 })
      .map((items) => `{${items.map((item, index) => `"m${index}": ${item}`).join(',')}}`),
  ),
}));

const facts = fc
  .array(fc.tuple(names, strings, strings, json), { maxLength: 2 })
  .map((all) => all.map(([name, type, key, value]) => `fact ${name}(${type}, ${key}) = {"a": ${value},};`).join(' '));
const comparators = fc.constantFrom('==', '!=', '<', '>=', '==,');

const declarations = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(paths, types, expressions).map(([path, type, body]) => `field ${path}: ${type} = ${body};`),
  },
  fc
    .tuple(
      names,
      facts,
      fc.array(fc.tuple(paths, comparators, literals), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('', ';'),
    )
    .map(
      ([name, given, expected, end]) =>
        `example ${name}: { ${given} } => ${expected.map((one) => `expect(${one[0]}, ${one[1]} ${one[2]});`).join(' ')} ${end}`,
    ),
  fc
    .tuple(names, types, facts, expressions, expressions)
    .map(
      ([name, type, given, a, b]) =>
        `property ${name}: cases(5) seed(1) => forall ${name}: ${type}, z: Int . ${given} implies(${a}, ${b}); ;`,
    ),
);

export const sources = fc
  .tuple(fc.array(declarations, { maxLength: 4 }), fc.constantFrom(' ', '\n', '\n\n\n'))
  .map(([all, separator]) => all.join(separator));

/** The source with comments between its tokens, on lines of their own or behind a token. */
export function commented(source: string, dice: Iterable<number>): { text: string; comments: string[] } {
  const comments: string[] = [];
  const rolls = dice[Symbol.iterator]();
  let text = '';
  for (const { start, end } of lex(source).tokens) {
    const roll = rolls.next().value as number;
    if (roll <= 1) {
      comments.push(`-- note ${comments.length}`);
      text += roll === 0 ? ` ${comments.at(-1)}\n` : `\n\n${comments.at(-1)}\n`;
    }
    text += ` ${source.slice(start, end)}`;
  }
  return { text, comments };
}
