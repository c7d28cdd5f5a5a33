import type { RunningProgram } from './attend.js';
import type { StartError } from './result.js';

/** A program that was started for runProcess. */
export interface StartedProgram {
  readonly program: RunningProgram;
  /** It is over with the program and its group. Whoever survived it all is no reason for this process to stay. */
  readonly letGo: (how: { wasStopped: boolean }) => void;
}

/** What came of the wish to start a program. */
export type Started =
  | ({ readonly kind: 'started' } & StartedProgram)
  | { readonly kind: 'refused'; readonly startError: StartError }
  /** Whoever was to start it was killed; perhaps it ran. */
  | { readonly kind: 'lost' };
