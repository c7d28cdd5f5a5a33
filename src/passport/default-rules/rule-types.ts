import type { ValueType } from '../attributes/attribute.js';

/** A type of the table as a type of the rule language. */
export function ruleType(type: ValueType): string {
  switch (type.kind) {
    case 'text':
    case 'choice':
      return 'Text';
    case 'quantity':
      return `Qty(${type.unit})`;
    case 'flag':
      return 'Bool';
    case 'texts':
      return 'Map(Text, Text)';
    case 'list':
      return `List(${ruleType(type.of)})`;
    case 'record': {
      const members = Object.entries(type.members).map(([name, { type: of, optional }]) =>
        optional ? `${name}: Opt(${ruleType(of)})` : `${name}: ${ruleType(of)}`,
      );
      return `Record(${members.join(', ')})`;
    }
  }
}
