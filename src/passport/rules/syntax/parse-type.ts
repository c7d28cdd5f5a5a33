import { RULE_LIMITS } from '../limits.js';
import { RuleFailure } from '../problem.js';
import type { Span } from '../problem.js';
import { didYouMean, shortened } from '../suggest.js';
import { BOOL, DATE, INT, type Member, TEXT, type Type } from '../types/type.js';
import { isUnit, type Unit, UNITS } from '../types/units.js';
import type { Cursor } from './cursor.js';
import { syntaxFailure, type Token } from './token.js';

const SIMPLE: Readonly<Record<string, Type>> = { Bool: BOOL, Int: INT, Text: TEXT, Date: DATE };
const COMPOUND: Readonly<Record<string, (cursor: Cursor) => Type>> = {
  Dec: decType,
  Qty: qtyType,
  Opt: optType,
  List: (cursor) => ({ kind: 'List', of: parseType(cursor) }),
  Map: mapType,
  Record: recordType,
};
const NAMES = [...Object.keys(SIMPLE), ...Object.keys(COMPOUND)];

/** Names of types in other languages. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  Boolean: 'Bool',
  Decimal: 'Dec',
  Float: 'Dec',
  Integer: 'Int',
  Maybe: 'Opt',
  Number: 'Dec',
  Option: 'Opt',
  Optional: 'Opt',
  Quantity: 'Qty',
  String: 'Text',
};

export function parseType(cursor: Cursor): Type {
  return cursor.nested(() => {
    if (cursor.token.kind !== 'name') throw cursor.unexpected('a type', [`The types are ${NAMES.join(', ')}.`]);
    const name = cursor.take();
    const simple = Object.hasOwn(SIMPLE, name.text) ? SIMPLE[name.text] : undefined;
    if (simple !== undefined) return simple;
    const parse = Object.hasOwn(COMPOUND, name.text) ? COMPOUND[name.text] : undefined;
    if (parse === undefined) throw unknownType(name);
    cursor.symbol('(', name.text, [exampleOf(name.text)]);
    const type = parse(cursor);
    cursor.symbol(')', `the type in ${name.text}(…`);
    return type;
  });
}

function unknownType({ text, start, end }: Token): RuleFailure {
  const elsewhere = Object.hasOwn(ELSEWHERE, text) ? ELSEWHERE[text] : undefined;
  return syntaxFailure({ start, end }, `There is no type ${text}`, {
    why: `The types are ${NAMES.join(', ')}.`,
    hints: elsewhere === undefined ? didYouMean(text, NAMES) : [`Did you mean ${elsewhere}?`],
  });
}

function exampleOf(name: string): string {
  const examples: Record<string, string> = {
    Dec: 'Dec(2) is a number with two decimals.',
    Qty: 'Qty(kg) is a quantity in kilograms.',
    Opt: 'Opt(Text) is a text that may be missing.',
    List: 'List(Text) is a list of texts.',
    Map: 'Map(Text, Int) has an integer for each name.',
    Record: 'Record(name: Text, share: Dec(2)) has two members.',
  };
  return examples[name] ?? '';
}

function decType(cursor: Cursor): Type {
  if (cursor.token.kind !== 'integer') throw cursor.unexpected('a number of decimals', [exampleOf('Dec')]);
  const token = cursor.take();
  const scale = Number(token.text);
  if (scale <= RULE_LIMITS.scale) return { kind: 'Dec', scale };
  throw syntaxFailure(token, `A Dec has at most ${RULE_LIMITS.scale} decimals`);
}

function qtyType(cursor: Cursor): Type {
  return { kind: 'Qty', unit: parseUnit(cursor) };
}

/** A name, or a text as in some fixtures of the specification. */
export function parseUnit(cursor: Cursor): Unit {
  const { kind, text, start, end } = cursor.token;
  if (kind !== 'name' && kind !== 'string') throw cursor.unexpected('a unit', [`The units are ${UNITS.join(', ')}.`]);
  cursor.take();
  return requireUnit(text, { start, end });
}

export function requireUnit(text: string, span: Span): Unit {
  if (isUnit(text)) return text;
  throw new RuleFailure({
    code: 'UNIT_MISMATCH',
    message: `There is no unit ${shortened(text)}`,
    why: `The units are ${UNITS.join(', ')}.`,
    hints: didYouMean(text, UNITS),
    span,
  });
}

function optType(cursor: Cursor): Type {
  const { start } = cursor.token;
  const of = parseType(cursor);
  if (of.kind !== 'Opt') return { kind: 'Opt', of };
  throw syntaxFailure({ start, end: cursor.end }, 'Opt(…) cannot contain Opt(…)', {
    why: 'A missing value is missing, at whatever level.',
    hints: ['Remove one Opt.'],
  });
}

function mapType(cursor: Cursor): Type {
  cursor.word('Text', 'Map(');
  cursor.symbol(',', 'Text', [exampleOf('Map')]);
  return { kind: 'Map', of: parseType(cursor) };
}

function recordType(cursor: Cursor): Type {
  const members: Member[] = [];
  const known = new Set<string>();
  do {
    const name = cursor.name('the name of a member');
    if (known.has(name.text)) throw syntaxFailure(name.span, `The record has two members ${name.text}`);
    if (known.size === RULE_LIMITS.members) {
      throw syntaxFailure(name.span, `A record has at most ${RULE_LIMITS.members} members`);
    }
    known.add(name.text);
    cursor.symbol(':', name.text, [exampleOf('Record')]);
    members.push({ name: name.text, type: parseType(cursor) });
  } while (cursor.takeIfSymbol(','));
  return { kind: 'Record', members };
}
