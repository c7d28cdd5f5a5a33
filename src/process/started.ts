import type { RunningProgram } from './supervise.js';
import type { StartError } from './result.js';

/** A program that was started for runProcess. */
export interface StartedProgram {
  readonly program: RunningProgram;
  /** The program and its group have ended. A survivor must not keep this process alive. */
  readonly release: (how: { wasStopped: boolean }) => void;
}

/** The result of an attempt to start a program. */
export type Started =
  | ({ readonly kind: 'started' } & StartedProgram)
  | { readonly kind: 'refused'; readonly startError: StartError }
  /** The launcher was killed; the program may have run. */
  | { readonly kind: 'lost' };
