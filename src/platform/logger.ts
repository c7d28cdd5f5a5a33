/** What the modules need of a logger. pino fits as it is; a library user may pass their own. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const nothing = (): void => undefined;

/** A library stays quiet unless its user asks for words. */
export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
