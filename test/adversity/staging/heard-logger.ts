import type { Logger } from '../../../src/platform/index.js';

export interface HeardLine {
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
  fields: Record<string, unknown>;
}

/** A logger that remembers, for tests that wait for a warning. */
export function heardLogger(): Logger & { lines: HeardLine[]; warnings(): HeardLine[] } {
  const lines: HeardLine[] = [];
  const at =
    (level: HeardLine['level']) =>
    (fields: object, message: string): void =>
      void lines.push({ level, message, fields: { ...fields } });
  return {
    lines,
    warnings: () => lines.filter((line) => line.level === 'warn'),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
  };
}
