/** The date and time in a text. Missing parts are null. */
export interface Reading {
  /** Days since 1970-01-01. */
  readonly days: number | null;
  /** Microseconds since midnight. */
  readonly microseconds: number | null;
  /** Seconds east of UTC. */
  readonly offsetSeconds: number | null;
}

/** Why a text is not a date or time; `why` is null without a more specific reason. */
export interface Misreading {
  readonly why: string | null;
  readonly tooPrecise?: true;
  /** Whether the text is not written in the format at all, so that another format may read it. */
  readonly otherForm?: true;
}

export type Reader = (text: string) => Reading | Misreading;

export function misread(why: string | null = null): Misreading {
  return { why };
}

export function otherForm(why: string | null = null): Misreading {
  return { why, otherForm: true };
}

export const TOO_PRECISE: Misreading = { why: 'times are kept to the microsecond', tooPrecise: true };

export function isMisreading(outcome: Reading | Misreading): outcome is Misreading {
  return 'why' in outcome;
}
