import type { Type } from '../types/type.js';
import { dateOfDay, dayOfDate } from '../values/days.js';
import { powerOfTen } from '../values/decimal.js';
import { listValue, recordValue } from '../values/size.js';
import { FALSE, NONE, QTY_SCALE, textValue, type Value } from '../values/value.js';

/** Simpler values of the same type, the simplest first. Each is smaller by some measure, so shrinking ends. */
export function* simpler(value: Value, type: Type): Iterable<Value> {
  if (value.kind === 'None') return;
  if (type.kind === 'Opt') {
    yield NONE;
    yield* simpler(value, type.of);
    return;
  }
  switch (value.kind) {
    case 'Bool':
      if (value.value) yield FALSE;
      return;
    case 'Int':
      for (const smaller of simplerUnits(value.value, 1n)) yield { kind: 'Int', value: smaller };
      return;
    case 'Dec':
      for (const units of simplerUnits(value.units, powerOfTen(value.scale))) yield { ...value, units };
      return;
    case 'Qty':
      for (const units of simplerUnits(value.units, powerOfTen(QTY_SCALE))) yield { ...value, units };
      return;
    case 'Text':
      for (const text of simplerTexts(value.value)) yield textValue(text);
      return;
    case 'Date':
      for (const date of simplerDates(value.value)) yield { kind: 'Date', value: date };
      return;
    case 'List':
      if (type.kind === 'List') for (const items of simplerItems(value.items, type.of)) yield listValue(items);
      return;
    case 'Record':
      yield* simplerRecords(value, type);
      return;
    case 'Any':
      return;
  }
}

/** Zero, the number without sign, without decimals, then ever smaller steps toward zero. */
function* simplerUnits(units: bigint, one: bigint): Iterable<bigint> {
  if (units === 0n) return;
  yield 0n;
  if (units < 0n) yield -units;
  const whole = units - (units % one);
  if (whole !== units) yield whole;
  const sign = units < 0n ? -1n : 1n;
  // In whole numbers as long as there are any, so that a counterexample is 7 and not 6.931472.
  const unit = whole === units ? one : 1n;
  for (let step = units / unit / 2n; step !== 0n; step /= 2n) yield units - step * unit;
  if (units !== sign * unit) yield units - sign * unit;
}

function* simplerTexts(text: string): Iterable<string> {
  const letters = [...text];
  if (letters.length === 0) return;
  yield '';
  if (letters.length > 1) yield letters.slice(0, letters.length >> 1).join('');
  yield letters.slice(1).join('');
  const odd = letters.findIndex((letter) => letter !== 'a');
  if (odd !== -1) yield letters.with(odd, 'a').join('');
}

const PLAIN_DATE = '2000-01-01';

function* simplerDates(date: string): Iterable<string> {
  const start = dayOfDate(PLAIN_DATE);
  let distance = dayOfDate(date) - start;
  if (distance === 0) return;
  yield PLAIN_DATE;
  const origin = dayOfDate(date);
  for (distance = Math.trunc(distance / 2); distance !== 0; distance = Math.trunc(distance / 2)) {
    yield dateOfDay(origin - distance);
  }
  yield dateOfDay(origin - Math.sign(origin - start));
}

function* simplerItems(items: readonly Value[], type: Type): Iterable<readonly Value[]> {
  if (items.length === 0) return;
  yield [];
  if (items.length > 2) yield items.slice(0, items.length >> 1);
  for (const index of items.keys()) yield items.filter((_, other) => other !== index);
  for (const [index, item] of items.entries()) {
    for (const smaller of simpler(item, type)) yield items.with(index, smaller);
  }
}

function* simplerRecords(record: Extract<Value, { kind: 'Record' }>, type: Type): Iterable<Value> {
  const entries = [...record.members];
  if (type.kind === 'Map') {
    for (const index of entries.keys()) yield recordValue(new Map(entries.filter((_, other) => other !== index)));
  }
  const typeOf = new Map(type.kind === 'Record' ? type.members?.map((member) => [member.name, member.type]) : []);
  for (const [index, [name, member]] of entries.entries()) {
    const memberType = type.kind === 'Map' ? type.of : typeOf.get(name);
    if (memberType === undefined) continue;
    for (const smaller of simpler(member, memberType)) yield recordValue(new Map(entries.with(index, [name, smaller])));
  }
}
