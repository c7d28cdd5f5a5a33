/** A failure that the user can fix: what happened, why, and what to do next. Any other error is a bug and keeps its stack. */
export class SetupError extends Error {
  constructor({ what, why, next }) {
    super(`${what}\n  why:  ${why}\n  next: ${next}`);
    this.name = 'SetupError';
  }
}
