import type { Statement } from './statements.js';

/** What a Python script has at its top level, as far as scaffolding cares. */
export interface PythonSurvey {
  readonly functions: readonly string[];
  readonly parse: 'function' | 'async' | 'none';
  readonly parser: 'class' | 'other' | 'none';
  /** Where `if __name__ == "__main__":` begins, when nothing but it follows. */
  readonly mainBlockAt: number | null;
}

export function surveyPython(statements: readonly Statement[]): PythonSurvey {
  const texts = statements.map(({ text }) => text);
  const functions = texts.flatMap((text) => /^(?:async\s+)?def\s+(\w+)/.exec(text)?.[1] ?? []);
  const last = statements.findLast(({ text }) => !/^(?:else|elif)\b/.test(text));
  return {
    functions,
    parse: howParseIsDefined(texts),
    parser: howParserIsDefined(texts),
    mainBlockAt: last !== undefined && /^if\b.*\b__name__\b/.test(last.text) ? last.at : null,
  };
}

/** The last definition is the one that counts when Python has read the file. */
function howParseIsDefined(texts: readonly string[]): PythonSurvey['parse'] {
  const last = texts.findLast((text) => /^(?:async\s+)?def\s+parse\b/.test(text) || binds(text, 'parse'));
  if (last === undefined) return 'none';
  return last.startsWith('async') ? 'async' : 'function';
}

function howParserIsDefined(texts: readonly string[]): PythonSurvey['parser'] {
  if (texts.some((text) => /^class\s+Parser\b/.test(text))) return 'class';
  return texts.some((text) => binds(text, 'Parser')) ? 'other' : 'none';
}

/** Assigns to the name, or imports it. */
function binds(text: string, name: string): boolean {
  if (new RegExp(`^${name}\\s*(?::[^=]+)?=(?!=)`).test(text)) return true;
  const imported = /^(?:from\s+\S+\s+)?import\s+(.*)$/.exec(text)?.[1] ?? '';
  return imported.split(',').some(
    (one) =>
      one
        .replace(/[()]/g, '')
        .trim()
        .split(/\s+as\s+/)
        .at(-1)
        ?.trim() === name,
  );
}
