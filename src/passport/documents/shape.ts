import { parseDecimal, rescaled } from '../rules/values/decimal.js';
import type { FactJson } from '../rules/values/value.js';
import type { Findings } from './findings.js';
import type { Source } from './source.js';

/** What is checked of the members of a record. Members that are not listed are allowed, and become part of the fact. */
export type Shape = Readonly<Record<string, MemberRule>>;

export interface MemberRule {
  readonly kind: 'text' | 'id' | 'integer' | 'decimal' | 'flag' | 'date' | 'list';
  readonly required?: true;
  readonly min?: number;
  readonly max?: number;
  readonly oneOf?: readonly string[];
}

/** Reports every member that does not have its shape. Null is the same as missing. */
export function checkShape(source: Source, shape: Shape, findings: Findings): void {
  for (const [name, rule] of Object.entries(shape)) {
    const value = Object.hasOwn(source.payload, name) ? source.payload[name] : null;
    if (value === null || value === undefined) {
      if (rule.required === true) findings.problem(`${name} is missing`, source.spot);
      continue;
    }
    const fault = faultOf(value, rule);
    if (fault !== undefined) findings.problem(`${name} ${fault}`, source.spotOf(name));
  }
}

export interface ExactDecimal {
  readonly units: bigint;
  readonly scale: number;
}

/** An integer, or the text of a decimal. */
export function decimalOf(value: FactJson | undefined): ExactDecimal | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return { units: BigInt(value), scale: 0 };
  return typeof value === 'string' ? parseDecimal(value, MAX_DIGITS) : undefined;
}

export function compareDecimals(left: ExactDecimal, right: ExactDecimal): number {
  const scale = Math.max(left.scale, right.scale);
  const difference = rescaled(left.units, left.scale, scale) - rescaled(right.units, right.scale, scale);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

const MAX_DIGITS = 1_000;
const MAX_ID_LENGTH = 100;
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

function faultOf(value: FactJson, rule: MemberRule): string | undefined {
  switch (rule.kind) {
    case 'id':
      return idFault(value);
    case 'text':
      return typeof value === 'string' ? wordFault(value, rule) : 'must be text';
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'date':
      return typeof value === 'string' && isDate(value) ? undefined : 'must be a date in the form YYYY-MM-DD';
    case 'list':
      return Array.isArray(value) ? undefined : 'must be a list';
    case 'integer':
      return typeof value === 'number' || typeof value === 'bigint' ? rangeFault(value, rule) : 'must be an integer';
    case 'decimal':
      return decimalOf(value) === undefined ? 'must be a number' : rangeFault(value, rule);
  }
}

/** Ids are parts of fact keys, which join them with colons. */
function idFault(value: FactJson): string | undefined {
  if (typeof value !== 'string') return 'must be text';
  if (value === '' || value.length > MAX_ID_LENGTH) return `must have 1 to ${MAX_ID_LENGTH} characters`;
  if (value.includes(':')) return 'must not contain a colon';
  if (/^\s|\s$|\p{Control}/u.test(value)) return 'must not contain control characters, or spaces at its ends';
  return undefined;
}

function wordFault(value: string, { oneOf }: MemberRule): string | undefined {
  return oneOf === undefined || oneOf.includes(value) ? undefined : `must be one of ${oneOf.join(', ')}`;
}

function rangeFault(value: FactJson, { min, max }: MemberRule): string | undefined {
  const decimal = decimalOf(value) as ExactDecimal;
  const isBelow = min !== undefined && compareDecimals(decimal, { units: BigInt(min), scale: 0 }) < 0;
  const isAbove = max !== undefined && compareDecimals(decimal, { units: BigInt(max), scale: 0 }) > 0;
  if (!isBelow && !isAbove) return undefined;
  return max === undefined ? `must be at least ${min}` : `must be between ${min} and ${max}`;
}

function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  // A day beyond the end of its month moves to the next one.
  return new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}
