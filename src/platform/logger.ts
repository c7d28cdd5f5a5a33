/** The part of a logger that the modules need. pino fits unchanged; a library user may pass their own. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const nothing = (): void => undefined;

/** A library logs nothing unless its user asks for it. */
export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
