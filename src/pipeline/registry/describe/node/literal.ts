import type { AnyNode } from 'acorn';
import type { Bound } from './exports.js';

const MAX_DEPTH = 50;

/** Thrown for values that only running the code can determine. */
export class NotLiteral extends Error {}

/** The value of a literal, or of a top-level name bound to one. */
export function literalOf(node: AnyNode, bound: ReadonlyMap<string, Bound>, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new NotLiteral();
  const inner = (child: AnyNode): unknown => literalOf(child, bound, depth + 1);
  switch (node.type) {
    case 'Literal':
      if (
        node.value === null ? node.raw === 'null' : typeof node.value !== 'object' && typeof node.value !== 'bigint'
      ) {
        return node.value;
      }
      break;
    case 'TemplateLiteral':
      if (node.expressions.length === 0) return node.quasis[0]?.value.cooked;
      break;
    case 'UnaryExpression':
      if (node.operator === '-') return -Number(inner(node.argument));
      break;
    case 'ArrayExpression':
      return node.elements.map((item) => {
        if (item === null) throw new NotLiteral();
        return inner(item);
      });
    case 'ObjectExpression':
      return Object.fromEntries(
        node.properties.map((property) => {
          if (property.type !== 'Property' || property.kind !== 'init' || property.method) throw new NotLiteral();
          return [keyOf(property), inner(property.value)];
        }),
      );
    case 'Identifier': {
      const value = bound.get(node.name);
      if (value !== undefined && 'type' in value) return inner(value);
      break;
    }
    default:
      break;
  }
  throw new NotLiteral();
}

/** The name of a member that is not computed. */
export function keyOf({ key, computed }: { key: AnyNode; computed: boolean }): string {
  if (key.type === 'Identifier' && !computed) return key.name;
  if (key.type === 'Literal') return String(key.value);
  throw new NotLiteral();
}
