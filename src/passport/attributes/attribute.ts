import type { Unit } from '../rules/types/units.js';

/** The categories of batteries that need a passport (Art. 77(1)). `stationary` is industrial storage with its own obligations. */
export const CATEGORIES = ['ev', 'lmt', 'industrial', 'stationary'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Whether the law demands an attribute of a category: `na` means that it does not apply. */
export type Obligation = 'mandatory' | 'voluntary' | 'na';

/** Who may see an attribute (Art. 77(2)), from the most open to the most restricted. */
export const ACCESS_TIERS = [
  'public',
  'legitimate_interest',
  'legitimate_interest_and_commission',
  'authorities',
] as const;
export type Access = (typeof ACCESS_TIERS)[number];

/** The chapters of DIN DKE SPEC 99100, and the groups of fields in a passport. */
export const SECTIONS = [
  'identification',
  'labels',
  'footprint',
  'supply_chain',
  'materials',
  'circularity',
  'performance',
] as const;
export type Section = (typeof SECTIONS)[number];

/** Which facts hold an attribute: all batteries of a model share it, one battery has it, or it changes during use. */
export type Level = 'Model' | 'Unit' | 'Condition';

/** Texts with a form that can be checked; see `rules/values/text-formats.ts`. */
export type TextFormat = 'uri' | 'urn' | 'date' | 'time' | 'identifier' | 'cas' | 'email';

export type ValueType =
  | { readonly kind: 'text'; readonly format?: TextFormat | undefined }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | {
      readonly kind: 'quantity';
      readonly unit: Unit;
      readonly min?: string | undefined;
      readonly max?: string | undefined;
    }
  | { readonly kind: 'flag' }
  /** Texts by language. */
  | { readonly kind: 'texts' }
  | { readonly kind: 'list'; readonly of: ValueType }
  | { readonly kind: 'record'; readonly members: Readonly<Record<string, RecordMember>> };

export interface RecordMember {
  readonly type: ValueType;
  readonly optional: boolean;
}

/** One attribute of DIN DKE SPEC 99100, or a supplement that public data models need in addition. */
export interface Attribute {
  /** 1 to 93; null of a supplement. */
  readonly number: number | null;
  /** The chapter; empty of a supplement. */
  readonly din: string;
  readonly name: string;
  readonly section: Section;
  /** The path of the field in a passport: `section.member`. */
  readonly path: string;
  readonly type: ValueType;
  readonly obligations: Readonly<Record<Category, Obligation>>;
  readonly access: Access;
  readonly level: Level;
  readonly legalBasis: string;
  readonly explanation: string;
  /** Who has to supply the value. */
  readonly responsible: string;
  /** Where the value usually comes from. */
  readonly source: string;
  /** How it is computed from other data. Such an attribute is not asked for. */
  readonly computed?: Computed | undefined;
}

/** How rules compute an attribute. */
export interface Computed {
  /** The paths of the attributes whose absence makes this one missing. */
  readonly from: readonly string[];
  /** The rule's expression; `$name` is the value of an attribute as the facts have it. */
  readonly expression: string;
}

export const text = (format?: TextFormat): ValueType => ({ kind: 'text', format });
export const choice = (...of: string[]): ValueType => ({ kind: 'choice', of });
export const list = (of: ValueType): ValueType => ({ kind: 'list', of });
export const flag: ValueType = { kind: 'flag' };
export const texts: ValueType = { kind: 'texts' };

export function quantity(unit: Unit, min?: string, max?: string): ValueType {
  return { kind: 'quantity', unit, min, max };
}

/** A share from 0 to 100 %. */
export const percent = quantity('pct', '0', '100');

/** A member whose name ends in `?` may be missing. */
export function record(members: Readonly<Record<string, ValueType>>): ValueType {
  const entries = Object.entries(members).map(([name, type]): [string, RecordMember] =>
    name.endsWith('?') ? [name.slice(0, -1), { type, optional: true }] : [name, { type, optional: false }],
  );
  return { kind: 'record', members: Object.fromEntries(entries) };
}

/** A value and when it was measured. */
export const timed = (value: ValueType): ValueType => record({ at: text('time'), value });

const OBLIGATIONS: Readonly<Record<string, Obligation>> = { x: 'mandatory', o: 'voluntary', '-': 'na' };

export interface Row {
  readonly name: string;
  readonly member: string;
  /** EV, LMT, other industrial, stationary: x mandatory, o voluntary, - not applicable. */
  readonly categories: string;
  readonly type: ValueType;
  readonly legalBasis: string;
  readonly explanation: string;
  readonly access?: Access;
  readonly level?: Level;
  readonly responsible?: string;
  readonly source?: string;
  readonly computed?: Computed;
}

/** Builds the attributes of a section. What most rows have in common is given once. */
export function sectionOf(
  section: Section,
  defaults: Pick<Attribute, 'responsible' | 'source'>,
): (number: number | null, din: string, row: Row) => Attribute {
  return (number, din, { member, categories, ...row }) => ({
    ...{ number, din, section, path: `${section}.${member}` },
    ...{ access: 'public', level: 'Model', ...defaults, ...row },
    obligations: Object.fromEntries(
      CATEGORIES.map((category, index) => [category, OBLIGATIONS[categories[index] ?? '-'] as Obligation]),
    ) as Record<Category, Obligation>,
  });
}
