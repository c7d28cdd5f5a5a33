/** The first line of a top-level statement. */
export interface Statement {
  /** Where it begins in the source. */
  readonly at: number;
  /** Its text up to the end of the line, strings and comments left out. */
  readonly text: string;
}

/** What may swallow the end of a line: a comment, and strings of both kinds. A string of one line ends with its line. */
const SKIPPED = /#[^\n]*|("""|''')(?:\\[^]|(?!\1)[^\\])*(?:\1|$)|(["'])(?:\\[^]|(?!\2)[^\\\n])*(?:\2|(?=\n)|$)/g;

/**
 * The statements that begin at the left edge. Strings and comments are blanked first, because a docstring may hold
 * anything; lines inside brackets and after a backslash go on with the statement before them. No interpreter is asked:
 * a script can be scaffolded on a machine that could not run it.
 */
export function topLevelStatements(text: string): Statement[] {
  const code = text.replace(SKIPPED, (skipped) => skipped.replace(/[^\n\r]/g, ' '));
  const statements: Statement[] = [];
  let depth = 0;
  let at = 0;
  let continues = false;
  for (const line of code.split('\n')) {
    if (depth === 0 && !continues && /^[^\s)\]}]/.test(withoutMark(line, at))) {
      statements.push({ at, text: withoutMark(line, at).trimEnd() });
    }
    for (const bracket of line.match(/[()[\]{}]/g) ?? [])
      depth = Math.max(0, depth + ('([{'.includes(bracket) ? 1 : -1));
    continues = /\\\r?$/.test(line);
    at += line.length + 1;
  }
  return statements;
}

/** The byte order mark of UTF-8, seen byte by byte, belongs to no statement. */
function withoutMark(line: string, at: number): string {
  return at === 0 ? line.replace(/^\xef\xbb\xbf/, '') : line;
}
