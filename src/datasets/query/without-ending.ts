const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<blank>[\s;]+|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)|[^]/g;

/** A statement without trailing semicolons and comments, so that it can be put between brackets. */
export function withoutEnding(sql: string): string {
  let end = 0;
  for (const token of sql.matchAll(TOKEN)) {
    if (token.groups?.['blank'] === undefined) end = token.index + token[0].length;
  }
  return sql.slice(0, end);
}
