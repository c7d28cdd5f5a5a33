import type { ValueType } from '../attributes/attribute.js';

/** What rules assert about a value, as conditions of the rule language. */
export interface ValueCheck {
  readonly condition: string;
  readonly code: 'RANGE' | 'CHOICE' | 'FORMAT';
  readonly message: string;
}

/** No quantity of a battery is larger. */
const LARGEST = '1000000000000';

/** The conditions that a value of the type has to meet. Its kind is checked by the cast to the type of the field. */
export function valueChecks(type: ValueType, value: string, name = 'the value'): ValueCheck[] {
  switch (type.kind) {
    case 'text':
      if (type.format === undefined) return [];
      return [
        {
          condition: `hasFormat(${value}, "${type.format}")`,
          code: 'FORMAT',
          message: `${name} must be ${FORMATS[type.format]}`,
        },
      ];
    case 'choice': {
      const options = type.of.map((option) => `"${option}"`).join(', ');
      return [
        {
          condition: `isOneOf(${value}, [${options}])`,
          code: 'CHOICE',
          message: `${name} must be one of ${type.of.join(', ')}`,
        },
      ];
    }
    case 'quantity': {
      const { unit, min, max } = type;
      if (min === undefined && max === undefined) return [];
      const [low, high] = [min ?? `-${LARGEST}`, max ?? LARGEST];
      const range = max === undefined ? `at least ${low}` : `between ${low} and ${high}`;
      const condition = `between(${value}, ${quantityText(low, unit)}, ${quantityText(high, unit)})`;
      return [{ condition, code: 'RANGE', message: `${name} must be ${range} ${unit}` }];
    }
    case 'record':
      return Object.entries(type.members).flatMap(([member, { type: of }]) =>
        of.kind === 'record' || of.kind === 'list' ? [] : valueChecks(of, `pluck(${value}, "${member}")`, member),
      );
    case 'list':
      return type.of.kind === 'record' ? valueChecks(type.of, value, name) : [];
    default:
      return [];
  }
}

const FORMATS = {
  uri: 'a link such as https://example.com/study.pdf',
  urn: 'a URN such as urn:example:b7',
  date: 'a month or a day, such as 2027-03 or 2027-03-01',
  time: 'a time such as 2027-03-01T12:00:00Z',
  identifier: 'a GS1 identifier with a correct check digit, an identifier by ISO/IEC 15459, or a URN',
  cas: 'a CAS number with a correct check digit, such as 7440-48-4',
  email: 'an e-mail address',
} as const;

function quantityText(number: string, unit: string): string {
  return `qty(${number.includes('.') ? number : `${number}.0`}, ${unit})`;
}
