/** Header lines in order, as a message has them: a name can occur several times, in any case. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** The lines of Node's `rawHeaders`: names and values by turns. */
export function headerLinesOf(raw: readonly string[]): HeaderLines {
  const lines: [string, string][] = [];
  for (let index = 0; index < raw.length; index += 2) lines.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return lines;
}

/** The values of all lines with this name (in lower case). */
export function headerValues(lines: HeaderLines, name: string): readonly string[] {
  return lines.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
}

/** The value of a header that occurs once. If it occurs more often, the first line counts. */
export function firstHeader(lines: HeaderLines, name: string): string | undefined {
  return lines.find(([each]) => each.toLowerCase() === name)?.[1];
}

/** The members of a header that is a list, over all its lines. Quoted commas do not separate members. */
export function headerMembers(lines: HeaderLines, name: string): readonly string[] {
  return headerValues(lines, name).flatMap(splitMembers);
}

/** Splits at commas outside of quotes, and drops empty members. */
export function splitMembers(value: string): readonly string[] {
  const members = value.match(/(?:"(?:\\.|[^"\\])*"?|[^",])+/g) ?? [];
  return members.map((member) => member.trim()).filter((member) => member !== '');
}

/** One value per name, in lower case; several lines are joined, as RFC 9110 section 5.2 permits. */
export function combinedHeaders(lines: HeaderLines): Readonly<Record<string, string>> {
  const combined: Record<string, string> = {};
  for (const [name, value] of lines) {
    const key = name.toLowerCase();
    combined[key] = Object.hasOwn(combined, key) ? `${combined[key]}, ${value}` : value;
  }
  return combined;
}
