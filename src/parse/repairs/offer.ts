import { CHANGE_KINDS, type ContractChange } from './change.js';
import type { Effects } from './trials.js';

/** Why a change is not offered. */
export type Refusal = 'changes_meaning' | 'breaks_more' | 'repairs_nothing' | 'ambiguous' | 'files_unread' | 'covered';

export interface Weighed extends ContractChange, Effects {
  readonly group: number;
  /** Null if it is offered. */
  readonly refusal: Refusal | null;
}

type Counted = ContractChange & Effects & { readonly group: number };

/** What the rows outside the trials say about all changes. */
export interface Surroundings {
  /** Rows that need no change. */
  readonly alreadyValid: number;
  /** Files whose accepted values are unknown. */
  readonly unread: number;
}

/** These can give an accepted value another meaning. The others only add to what is valid. */
const RISKY: ReadonlySet<string> = new Set(['date_format', 'decimal_style', 'bool_words']);

/** Decides which changes are offered, the most useful first. `differ` compares how two changes read the same values. */
export function weighChanges(
  counted: readonly Counted[],
  surroundings: Surroundings,
  differ: (one: Counted, other: Counted) => boolean,
): Weighed[] {
  const alone = counted.map((change) => ({ ...change, refusal: refusalOf(change, surroundings) }));
  const possible = alone.filter(({ refusal }) => refusal === null);
  return alone
    .map((change) => ({ ...change, refusal: change.refusal ?? besideOthers(change, possible, differ) }))
    .sort(
      (one, other) =>
        asTextLast(one, other) || other.repairs - one.repairs || other.helps - one.helps || rankOf(one) - rankOf(other),
    );
}

function refusalOf(change: Counted, { alreadyValid, unread }: Surroundings): Refusal | null {
  const gain = worthOf(change) - alreadyValid;
  if (gain <= 0) return 'repairs_nothing';
  if (change.changes > 0) return 'changes_meaning';
  if (change.breaks >= gain) return 'breaks_more';
  return unread > 0 && RISKY.has(change.kind) ? 'files_unread' : null;
}

/** Compares a change with the others of its group: one of each kind is offered, and nothing that a more specific kind does too. */
function besideOthers(
  change: Counted,
  possible: readonly Counted[],
  differ: (one: Counted, other: Counted) => boolean,
): Refusal | null {
  const others = possible.filter((other) => other.group === change.group && other.after !== change.after);
  const rivals = others.filter((other) => rankOf(other) === rankOf(change));
  if (rivals.some((other) => worthOf(other) === worthOf(change) && differ(change, other))) return 'ambiguous';
  const isBetterRival = (other: Counted): boolean =>
    worthOf(other) > worthOf(change) ||
    (worthOf(other) === worthOf(change) &&
      possible.indexOf(other) < possible.findIndex(({ after }) => after === change.after));
  const isMoreSpecific = (other: Counted): boolean =>
    rankOf(other) < rankOf(change) && worthOf(other) >= worthOf(change) && other.breaks <= change.breaks;
  return rivals.some(isBetterRival) || others.some(isMoreSpecific) ? 'covered' : null;
}

/** A row with two wrong columns needs two changes. The first of them makes none valid, and is worth as much. */
function worthOf({ repairs, helps }: Effects): number {
  return repairs + helps;
}

/** Text repairs everything and loses the type, so it comes last. */
function asTextLast({ after: one }: ContractChange, { after: other }: ContractChange): number {
  return Number(one.type.kind === 'string') - Number(other.type.kind === 'string');
}

/** Text is the last resort among the wider types. */
function rankOf({ kind, after }: ContractChange): number {
  return CHANGE_KINDS.indexOf(kind) + (after.type.kind === 'string' ? 1 : 0);
}
