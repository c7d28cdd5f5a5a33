import type { ValueType } from '../attributes/attribute.js';
import { unitText } from '../exports/value-text.js';

/** What may be entered for a type, in words. */
export function allowedWords(type: ValueType): string {
  switch (type.kind) {
    case 'choice':
      return `one of: ${type.of.join(', ')}`;
    case 'flag':
      return 'yes or no';
    case 'quantity':
      return rangeWords(type);
    case 'text':
      return type.format === undefined ? 'text' : FORMATS[type.format];
    case 'texts':
      return 'text in each language';
    case 'list':
      return type.of.kind === 'record'
        ? 'see its own sheet, or write: none'
        : 'separate with semicolons, or write: none';
    case 'record':
      return 'several values';
  }
}

function rangeWords({ min, max }: Extract<ValueType, { kind: 'quantity' }>): string {
  if (min !== undefined && max !== undefined) return `number from ${min} to ${max}`;
  return min === undefined ? 'number' : `number, ${min} or more`;
}

const FORMATS = {
  uri: 'link: https://…',
  urn: 'URN: urn:example:b7',
  date: 'month or day: 2027-03 or 2027-03-01',
  time: 'time: 2027-03-01T12:00:00Z',
  identifier: 'GS1, ISO/IEC 15459 or URN',
  cas: 'CAS number: 7440-48-4',
  email: 'e-mail address',
} as const;

export function unitWords(type: ValueType): string {
  return type.kind === 'quantity' ? unitText(type.unit) : '';
}
