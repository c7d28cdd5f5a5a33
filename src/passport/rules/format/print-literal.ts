import type { LiteralExpression } from '../syntax/ast.js';
import { decimalText } from '../values/decimal.js';
import { QTY_SCALE } from '../values/value.js';

/** A literal in the form of the specification. A text keeps its escapes. */
export function printLiteral({ value, span }: LiteralExpression, source: string): string {
  switch (value.kind) {
    case 'Bool':
    case 'Int':
      return String(value.value);
    case 'Dec':
      return decimalText(value.units, value.scale);
    case 'Date':
      return `date("${value.value}")`;
    case 'Qty':
      // Zeros at the end of a quantity mean nothing, unlike those of a decimal.
      return `qty(${decimalText(value.units, QTY_SCALE).replace(/(\.\d+?)0+$/, '$1')}, ${value.unit})`;
    case 'Text':
      return source.slice(span.start, span.end);
    default:
      return 'none';
  }
}
