import type { Type } from '../types/type.js';
import { dateOfDay } from '../values/days.js';
import { powerOfTen } from '../values/decimal.js';
import { listValue, recordValue } from '../values/size.js';
import { boolValue, NONE, QTY_SCALE, textValue, type Value } from '../values/value.js';
import type { Random } from './random.js';

/** A value of the type. Small values and edges are more likely than large ones, because most mistakes are there. */
export function generate(type: Type, random: Random): Value {
  switch (type.kind) {
    case 'Bool':
      return boolValue(random.below(2) === 1);
    case 'Int':
      return { kind: 'Int', value: integer(random, 0) };
    case 'Dec':
      return { kind: 'Dec', units: integer(random, type.scale), scale: type.scale };
    case 'Qty':
      return { kind: 'Qty', units: integer(random, QTY_SCALE), unit: type.unit };
    case 'Text':
      return textValue(text(random));
    case 'Date':
      return { kind: 'Date', value: date(random) };
    case 'Opt':
      return random.below(4) === 0 ? NONE : generate(type.of, random);
    case 'List':
      return listValue(Array.from({ length: length(random) }, () => generate(type.of, random)));
    case 'Map': {
      const count = length(random);
      return recordValue(new Map(Array.from({ length: count }, () => [text(random), generate(type.of, random)])));
    }
    case 'Record': {
      const members = type.members ?? [];
      return recordValue(new Map(members.map((member) => [member.name, generate(member.type, random)])));
    }
    case 'Any':
    case 'Never':
      return NONE;
  }
}

const EDGES = [0n, 1n, -1n, 2n, 10n, 100n];

/** Units of a number with so many decimals: an edge, a small number, or one of up to 18 digits; one in four is negative. */
function integer(random: Random, scale: number): bigint {
  const one = powerOfTen(scale);
  const kind = random.below(8);
  if (kind === 0) return (EDGES[random.below(EDGES.length)] as bigint) * one;
  // The smallest steps around zero.
  if (kind === 1) return BigInt(random.below(21) - 10);
  const digits = kind <= 4 ? 1 + random.below(3) : 1 + random.below(18);
  const magnitude = random.bits() % powerOfTen(digits + scale);
  // Half of the decimals are round, as numbers in documents are.
  const units = random.below(2) === 0 ? magnitude - (magnitude % one) : magnitude;
  return random.below(4) === 0 ? -units : units;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.:/';
const UNUSUAL = ['', ' ', '0', '"', '\\', '\n', 'ä', 'ß', '電池', '🔋', 'e\u0301', '__proto__', 'null', '-1.5'];

function text(random: Random): string {
  if (random.below(5) === 0) return UNUSUAL[random.below(UNUSUAL.length)] as string;
  return Array.from({ length: random.below(12) }, () => LETTERS.charAt(random.below(LETTERS.length))).join('');
}

const DATES = ['1970-01-01', '2000-02-29', '2024-02-29', '2027-02-18', '2027-12-31', '2100-02-28', '9999-12-31'];
/** 1970 to 2100. */
const DAYS = 47_846;

function date(random: Random): string {
  return random.below(5) === 0 ? (DATES[random.below(DATES.length)] as string) : dateOfDay(random.below(DAYS));
}

function length(random: Random): number {
  return random.below(10) === 0 ? random.below(30) : random.below(5);
}
