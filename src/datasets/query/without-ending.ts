const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<blank>[\s;]+|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)|[^]/g;

/** A statement without the semicolons and comments behind it, so that it can stand between brackets. */
export function withoutEnding(sql: string): string {
  let end = 0;
  for (const token of sql.matchAll(TOKEN)) {
    if (token.groups?.['blank'] === undefined) end = token.index + token[0].length;
  }
  return sql.slice(0, end);
}
