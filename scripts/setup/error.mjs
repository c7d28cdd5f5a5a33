/** A failure the reader can act on: what happened, why, and what to do next. Anything else is a bug and keeps its stack. */
export class SetupError extends Error {
  constructor({ what, why, next }) {
    super(`${what}\n  why:  ${why}\n  next: ${next}`);
    this.name = 'SetupError';
  }
}
