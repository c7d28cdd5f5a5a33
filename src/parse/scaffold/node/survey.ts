/** What a TypeScript or JavaScript file has at its top level, as far as scaffolding cares. */
export interface NodeSurvey {
  readonly functions: readonly string[];
  /** How the parse function is called inside the file; `unnamed` when nothing there can call it. */
  readonly parse: { readonly call: string } | 'unnamed' | 'none';
  readonly parser: 'class' | 'other' | 'none';
  readonly isCommonJs: boolean;
}

const NAME = '[\\w$]+';
const FUNCTION = `(?:async\\s+)?function\\s*\\*?\\s*`;
const VARIABLE = '(?:const|let|var)\\s+';

/** `code` has no comments and no strings. Only what begins at the left edge counts: the rest is inside of something. */
export function surveyNode(code: string): NodeSurvey {
  const isCommonJs = !/^export\b/m.test(code) && /^(?:module\.)?exports\b/m.test(code);
  return {
    functions: [...code.matchAll(new RegExp(`^(?:export\\s+)?(?:default\\s+)?${FUNCTION}(${NAME})`, 'gm'))].map(first),
    parse: isCommonJs
      ? commonJsParse(code)
      : (namedExport(code) ?? listedExport(code) ?? defaultExport(code) ?? 'none'),
    parser: parserIn(code),
    isCommonJs,
  };
}

function namedExport(code: string): NodeSurvey['parse'] | undefined {
  return new RegExp(`^export\\s+(?:${FUNCTION}|${VARIABLE})parse\\b`, 'm').test(code) ? { call: 'parse' } : undefined;
}

/** `export { parse }` or `export { readSales as parse }`. */
function listedExport(code: string): NodeSurvey['parse'] | undefined {
  const listed = [...code.matchAll(/^export\s*\{([^}]*)\}(?!\s*from)/gm)].flatMap((match) => first(match).split(','));
  const names = listed.map((one) => one.trim().split(/\s+as\s+/));
  const parse = names.find((name) => name.at(-1) === 'parse') ?? names.find((name) => name.at(-1) === 'default');
  return parse?.[0] === undefined ? undefined : { call: parse[0] };
}

function defaultExport(code: string): NodeSurvey['parse'] | undefined {
  const named = new RegExp(
    `^export\\s+default\\s+(?:${FUNCTION})?(?!function\\b|async\\b|class\\b)(${NAME})\\s*[(;<\\r\\n]`,
    'm',
  );
  const match = named.exec(code);
  if (match !== null) return { call: first(match) };
  return /^export\s+default\s+(?!class\b)/m.test(code) ? 'unnamed' : undefined;
}

function commonJsParse(code: string): NodeSurvey['parse'] {
  const isProperty =
    /^(?:module\.)?exports\.parse\s*=/m.test(code) || /^module\.exports\s*=\s*\{[^}]*\bparse\b/m.test(code);
  if (isProperty) return { call: 'module.exports.parse' };
  const whole = new RegExp(`^module\\.exports\\s*=\\s*(?:${FUNCTION})?(${NAME})`, 'm').exec(code);
  return whole === null ? 'none' : { call: first(whole) };
}

function parserIn(code: string): NodeSurvey['parser'] {
  if (/^(?:export\s+)?(?:default\s+)?class\s+Parser\b/m.test(code)) return 'class';
  if (/^export\s+default\s+class\b/m.test(code) || /^(?:module\.)?exports\.Parser\s*=/m.test(code)) return 'class';
  const isBound = new RegExp(
    `^(?:export\\s+)?(?:${FUNCTION}|${VARIABLE})Parser\\b|^import\\b[^;]*\\bParser\\b(?!\\s+as\\b)`,
    'm',
  );
  return isBound.test(code) ? 'other' : 'none';
}

function first(match: RegExpMatchArray): string {
  return match[1] ?? '';
}
