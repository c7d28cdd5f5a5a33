import { RULE_LIMITS } from '../limits.js';
import { shortened } from '../suggest.js';
import { isCalendarDate } from '../values/calendar.js';
import { parseDecimal, rescaled } from '../values/decimal.js';
import { boolValue, NONE, QTY_SCALE, textValue, type Value } from '../values/value.js';
import type { LiteralExpression } from './ast.js';
import type { Cursor } from './cursor.js';
import { parseUnit } from './parse-type.js';
import { syntaxFailure } from './token.js';

/** A literal, or undefined if none begins here. */
export function parseLiteral(cursor: Cursor): LiteralExpression | undefined {
  const { start } = cursor.token;
  const value = literalValue(cursor);
  return value && { kind: 'literal', value, span: { start, end: cursor.end }, depth: 1 };
}

function literalValue(cursor: Cursor): Value | undefined {
  switch (cursor.token.kind) {
    case 'string':
      return textValue(cursor.take().text);
    case 'integer':
    case 'decimal':
      return number(cursor);
    case 'symbol':
      return isNegativeNumber(cursor) ? number(cursor) : undefined;
    case 'name':
      return namedLiteral(cursor);
    case 'end':
      return undefined;
  }
}

function namedLiteral(cursor: Cursor): Value | undefined {
  const { text } = cursor.token;
  if (text === 'true' || text === 'false') return boolValue(cursor.take().text === 'true');
  if (text === 'none') {
    cursor.take();
    return NONE;
  }
  if (cursor.next?.text !== '(') return undefined;
  if (text === 'date') return dateLiteral(cursor);
  return text === 'qty' ? qtyLiteral(cursor) : undefined;
}

/** `-1` is a literal; `-x` is an operation. */
export function isNegativeNumber(cursor: Cursor): boolean {
  return cursor.isSymbol('-') && (cursor.next?.kind === 'integer' || cursor.next?.kind === 'decimal');
}

type NumberValue = Extract<Value, { kind: 'Int' | 'Dec' }>;

/** With a minus directly in front of it, if there is one. */
function number(cursor: Cursor): NumberValue {
  const isNegative = cursor.takeIfSymbol('-');
  const decimal = parseDecimal(cursor.token.text, RULE_LIMITS.digits);
  if (decimal === undefined) throw cursor.unexpected('a number');
  const token = cursor.take();
  const units = isNegative ? -decimal.units : decimal.units;
  if (token.kind === 'integer') return { kind: 'Int', value: units };
  if (decimal.scale <= RULE_LIMITS.scale) return { kind: 'Dec', units, scale: decimal.scale };
  throw syntaxFailure(token, `A number has at most ${RULE_LIMITS.scale} decimals`);
}

function dateLiteral(cursor: Cursor): Value {
  cursor.take();
  cursor.symbol('(', 'date');
  const { text, span } = cursor.string('a date as text, such as "2027-02-18"');
  if (!isCalendarDate(text)) {
    throw syntaxFailure(span, `${shortened(JSON.stringify(text))} is not a date`, {
      why: 'A date is a day of the calendar, written YYYY-MM-DD.',
      hints: ['Write it like date("2027-02-18").'],
    });
  }
  cursor.symbol(')', 'the date');
  return { kind: 'Date', value: text };
}

function qtyLiteral(cursor: Cursor): Value {
  cursor.take();
  cursor.symbol('(', 'qty');
  const { token } = cursor;
  const isNumber = token.kind === 'integer' || token.kind === 'decimal' || isNegativeNumber(cursor);
  if (!isNumber) {
    throw cursor.unexpected('a number', ['qty(1.5, kg) is a literal. toQty("kg", x) computes a quantity.']);
  }
  const value = number(cursor);
  const { units, scale } = value.kind === 'Dec' ? value : { units: value.value, scale: 0 };
  if (scale > QTY_SCALE) throw syntaxFailure(token, `A quantity has at most ${QTY_SCALE} decimals`);
  cursor.symbol(',', 'the number', ['Write it like qty(1.5, kg).']);
  const unit = parseUnit(cursor);
  cursor.symbol(')', 'the unit');
  return { kind: 'Qty', units: rescaled(units, scale, QTY_SCALE), unit };
}
