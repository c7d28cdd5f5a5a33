import { RULE_LIMITS } from '../limits.js';
import { type Type, typeText } from '../types/type.js';
import { isUnit } from '../types/units.js';
import { isCalendarDate } from './calendar.js';
import { type Decimal, parseDecimal, powerOfTen, rescaled } from './decimal.js';
import { listValue, recordValue } from './size.js';
import { boolValue, type FactJson, NONE, QTY_SCALE, textValue, type Value } from './value.js';

/** Why a part of a fact is not a value of the expected type. */
export class CastFailure extends Error {
  override readonly name = 'CastFailure';
  readonly code: 'RULE_TYPE_ERROR' | 'UNIT_MISMATCH';

  constructor(message: string, code: CastFailure['code'] = 'RULE_TYPE_ERROR') {
    super(message);
    this.code = code;
  }
}

/** A value, or parts of facts in it, as a value of the type. Never drops a digit. Throws a CastFailure. */
export function cast(value: Value, type: Type, place = ''): Value {
  if (value.kind === 'Any') return castJson(value.json, type, place);
  if (value.kind === 'None') return value;
  if (type.kind === 'Opt') return cast(value, type.of, place);
  if (value.kind === 'List' && type.kind === 'List') {
    return listValue(value.items.map((item, index) => cast(item, type.of, `${place}[${index}]`)));
  }
  if (value.kind === 'Record') return recordValue(castMembers(value.members, type, place));
  return value;
}

function castMembers(members: ReadonlyMap<string, Value>, type: Type, place: string): Map<string, Value> {
  const declared = type.kind === 'Record' ? type.members : null;
  const typeOf = new Map(declared?.map((member) => [member.name, member.type]));
  return new Map(
    [...members].map(([name, member]) => {
      const expected = type.kind === 'Map' ? type.of : typeOf.get(name);
      return [name, expected === undefined ? member : cast(member, expected, memberPlace(place, name))];
    }),
  );
}

function castJson(json: FactJson, type: Type, place: string): Value {
  if (type.kind === 'Any') return anyValue(json);
  if (type.kind === 'Opt') return json === null ? NONE : castJson(json, type.of, place);
  const value = scalarOf(json, type) ?? compoundOf(json, type, place);
  if (value !== undefined) return value;
  throw new CastFailure(`${place === '' ? 'The value' : place} is ${shown(json)}, which is not ${described(type)}`);
}

function scalarOf(json: FactJson, type: Type): Value | undefined {
  switch (type.kind) {
    case 'Bool':
      return typeof json === 'boolean' ? boolValue(json) : undefined;
    case 'Int': {
      const integer = integerOf(json);
      return integer === undefined ? undefined : { kind: 'Int', value: integer };
    }
    case 'Text':
      return typeof json === 'string' ? textValue(json) : undefined;
    case 'Date':
      return typeof json === 'string' && isCalendarDate(json) ? { kind: 'Date', value: json } : undefined;
    case 'Dec': {
      const number = numberOf(json);
      return number && exactly(number, type.scale);
    }
    default:
      return undefined;
  }
}

function exactly({ units, scale }: Decimal, wanted: number): Value | undefined {
  const scaled = rescaled(units, scale, wanted);
  return rescaled(scaled, wanted, scale) === units ? { kind: 'Dec', units: scaled, scale: wanted } : undefined;
}

/** An integer, or the digits of a number as text. */
export function numberOf(json: FactJson): Decimal | undefined {
  if (typeof json === 'string') return parseDecimal(json, RULE_LIMITS.digits);
  const integer = integerOf(json);
  return integer === undefined ? undefined : { units: integer, scale: 0 };
}

const MAX_INTEGER = powerOfTen(RULE_LIMITS.digits);

function integerOf(json: FactJson): bigint | undefined {
  if (typeof json === 'number' && Number.isSafeInteger(json)) return BigInt(json);
  return typeof json === 'bigint' && json < MAX_INTEGER && json > -MAX_INTEGER ? json : undefined;
}

function compoundOf(json: FactJson, type: Type, place: string): Value | undefined {
  if (type.kind === 'List') {
    if (!Array.isArray(json)) return undefined;
    const items = json as readonly FactJson[];
    return listValue(items.map((item, index) => castJson(item, type.of, `${place}[${index}]`)));
  }
  if (!isObject(json)) return undefined;
  if (type.kind === 'Qty') return quantityOf(json, type.unit);
  if (type.kind === 'Map') {
    const members = Object.entries(json).map(
      ([name, member]) => [name, castJson(member, type.of, memberPlace(place, name))] as const,
    );
    return recordValue(new Map(members));
  }
  return type.kind === 'Record' ? recordOf(json, type, place) : undefined;
}

/** The members of the type; others are left out. A fact stays as it is. */
function recordOf(json: JsonObject, { members }: Extract<Type, { kind: 'Record' }>, place: string): Value {
  if (members === null) return { kind: 'Any', json };
  const entries = members.map(({ name, type }) => {
    const member = Object.hasOwn(json, name) ? (json[name] as FactJson) : null;
    if (member === null && type.kind !== 'Opt') {
      throw new CastFailure(`${memberPlace(place, name)} is missing`);
    }
    return [name, castJson(member, type, memberPlace(place, name))] as const;
  });
  return recordValue(new Map(entries));
}

function quantityOf(json: JsonObject, wanted: string): Value | undefined {
  const { unit, value } = json;
  if (typeof unit !== 'string' || value === undefined || !isUnit(unit)) return undefined;
  if (unit !== wanted) throw new CastFailure(`The quantity is in ${unit}, but ${wanted} is expected`, 'UNIT_MISMATCH');
  const number = numberOf(value);
  const amount = number && exactly(number, QTY_SCALE);
  return amount?.kind === 'Dec' ? { kind: 'Qty', units: amount.units, unit } : undefined;
}

type JsonObject = { readonly [name: string]: FactJson };

export function isObject(json: FactJson): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** Null is a missing value. */
export function anyValue(json: FactJson): Value {
  return json === null ? NONE : { kind: 'Any', json };
}

function memberPlace(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`;
}

function described(type: Type): string {
  if (type.kind === 'Dec') return `a number with at most ${type.scale} decimals (Dec(${type.scale}))`;
  if (type.kind === 'Date') return 'a date written YYYY-MM-DD';
  if (type.kind === 'Qty') return `a quantity such as {"unit": "${type.unit}", "value": "1.5"}`;
  const text = typeText(type);
  return `${/^[AIO]/.test(text) ? 'an' : 'a'} ${text}`;
}

/** A part of a fact in a message: short, and on one line. */
export function shown(json: FactJson): string {
  if (Array.isArray(json)) return `a list of ${json.length}`;
  if (isObject(json)) return 'a record';
  const text = typeof json === 'string' ? JSON.stringify(json) : `${json as number | bigint | boolean | null}`;
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
