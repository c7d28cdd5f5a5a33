import { RULE_LIMITS } from '../limits.js';
import { shortened } from '../suggest.js';
import { parseDecimal } from '../values/decimal.js';
import type { FactFixture, FixtureJson, FixtureObject } from './ast.js';
import type { Cursor } from './cursor.js';
import { syntaxFailure } from './token.js';

/** `fact b("Battery", "battery:SKU-123") = {"capacity_kwh": "75.5"};` */
export function parseFixture(cursor: Cursor): FactFixture {
  const { start } = cursor.take();
  const name = cursor.name('a name for the fact');
  cursor.symbol('(', name.text, ['fact NAME("Type", "key") = {…};']);
  const factType = cursor.string('the type of the fact, as text');
  cursor.symbol(',', 'the type of the fact');
  const factKey = cursor.string('the key of the fact, as text');
  cursor.symbol(')', 'the key of the fact');
  cursor.symbol('=', 'the key of the fact');
  if (!cursor.isSymbol('{')) throw cursor.unexpected('{, the beginning of the payload');
  const payload = object(cursor);
  cursor.symbol(';', 'the payload of the fact');
  return {
    name,
    factType: factType.text,
    factTypeSpan: factType.span,
    factKey: factKey.text,
    factKeySpan: factKey.span,
    payload,
    span: { start, end: cursor.end },
  };
}

function object(cursor: Cursor): FixtureObject {
  return cursor.nested(() => {
    const { start } = cursor.take();
    const members: FixtureObject['members'][number][] = [];
    const known = new Set<string>();
    while (!cursor.isSymbol('}')) {
      const name = cursor.string('a name in quotes, or }');
      if (known.has(name.text)) {
        throw syntaxFailure(name.span, `The object has two members ${shortened(JSON.stringify(name.text))}`);
      }
      known.add(name.text);
      cursor.symbol(':', 'the name');
      members.push({ name: name.text, nameSpan: name.span, value: json(cursor) });
      cursor.takeIfSymbol(',');
    }
    cursor.take();
    return { kind: 'object', members, span: { start, end: cursor.end } };
  });
}

function array(cursor: Cursor): FixtureJson {
  return cursor.nested(() => {
    const { start } = cursor.take();
    const items: FixtureJson[] = [];
    while (!cursor.isSymbol(']')) {
      items.push(json(cursor));
      cursor.takeIfSymbol(',');
    }
    cursor.take();
    return { kind: 'array', items, span: { start, end: cursor.end } };
  });
}

const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

function json(cursor: Cursor): FixtureJson {
  if (cursor.isSymbol('{')) return object(cursor);
  if (cursor.isSymbol('[')) return array(cursor);
  const { start } = cursor.token;
  if (cursor.token.kind === 'string') {
    const { text } = cursor.take();
    return { kind: 'scalar', json: text, span: { start, end: cursor.end } };
  }
  if (cursor.token.kind === 'name') {
    const { text } = cursor.take();
    const span = { start, end: cursor.end };
    return Object.hasOwn(WORDS, text)
      ? { kind: 'scalar', json: WORDS[text] as boolean | null, span }
      : { kind: 'variable', name: text, span };
  }
  return { kind: 'scalar', json: integer(cursor), span: { start, end: cursor.end } };
}

function integer(cursor: Cursor): number | bigint {
  const isNegative = cursor.takeIfSymbol('-');
  const { token } = cursor;
  if (token.kind === 'decimal') {
    throw syntaxFailure(token, 'Facts cannot contain fractions', {
      why: 'The canonical form of facts has integers only, so that no reader rounds them.',
      hints: [`Write it as text: "${isNegative ? '-' : ''}${token.text}"`],
    });
  }
  if (token.kind !== 'integer') throw cursor.unexpected('a value of JSON');
  cursor.take();
  const units = parseDecimal(token.text, RULE_LIMITS.digits)?.units ?? 0n;
  const value = isNegative ? -units : units;
  const number = Number(value);
  // `-0` has no canonical form.
  return Number.isSafeInteger(number) ? number + 0 : value;
}
