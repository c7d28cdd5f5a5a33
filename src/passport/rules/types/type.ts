import type { Unit } from './units.js';

/** A type of the rule language. */
export type Type =
  | { readonly kind: 'Bool' | 'Int' | 'Text' | 'Date' }
  | { readonly kind: 'Dec'; readonly scale: number }
  | { readonly kind: 'Qty'; readonly unit: Unit }
  | { readonly kind: 'Opt' | 'List' | 'Map'; readonly of: Type }
  /** Without members: a fact, whose members are known when it is read. */
  | { readonly kind: 'Record'; readonly members: readonly Member[] | null }
  /** Part of a fact: known when it is read, and cast where the expected type is known. */
  | { readonly kind: 'Any' }
  /** The type of the item of `none` and of an empty list: it fits everywhere. */
  | { readonly kind: 'Never' };

export interface Member {
  readonly name: string;
  readonly type: Type;
}

export const BOOL: Type = { kind: 'Bool' };
export const INT: Type = { kind: 'Int' };
export const TEXT: Type = { kind: 'Text' };
export const DATE: Type = { kind: 'Date' };
export const ANY: Type = { kind: 'Any' };
export const NEVER: Type = { kind: 'Never' };
/** What a fact is. */
export const OPEN_RECORD: Type = { kind: 'Record', members: null };

export const dec = (scale: number): Type => ({ kind: 'Dec', scale });
export const qty = (unit: Unit): Type => ({ kind: 'Qty', unit });
export const list = (of: Type): Type => ({ kind: 'List', of });

/** A missing value is missing at whatever level, so options do not nest. */
export function opt(of: Type): Type {
  return of.kind === 'Opt' ? of : { kind: 'Opt', of };
}

/** As it is written in a rule. */
export function typeText(type: Type): string {
  switch (type.kind) {
    case 'Dec':
      return `Dec(${type.scale})`;
    case 'Qty':
      return `Qty(${type.unit})`;
    case 'Opt':
    case 'List':
      return `${type.kind}(${typeText(type.of)})`;
    case 'Map':
      return `Map(Text, ${typeText(type.of)})`;
    case 'Record':
      if (type.members === null) return 'Record';
      return `Record(${type.members.map((member) => `${member.name}: ${typeText(member.type)}`).join(', ')})`;
    default:
      return type.kind;
  }
}
