const SHAPE = /["{}[\],]/g;

/** The columns of a raw row with the JSON text of their values, so that no digit is lost. */
export function rawFields(raw: string): Map<string, string> {
  const fields = new Map<string, string>();
  let depth = 0;
  let start = 0;
  SHAPE.lastIndex = 0;
  for (let found = SHAPE.exec(raw); found !== null; found = SHAPE.exec(raw)) {
    const { 0: token, index } = found;
    if (token === '"') SHAPE.lastIndex = stringEnd(raw, index);
    else if (token === '{' || token === '[') depth++;
    else if (token !== ',') depth--;
    const fieldEnds = token === ',' ? depth === 1 : depth === 0;
    if (fieldEnds) addField(fields, raw.slice(start, index));
    if (fieldEnds || (depth === 1 && start === 0)) start = index + 1;
  }
  return fields;
}

function addField(fields: Map<string, string>, member: string): void {
  const nameStart = member.indexOf('"');
  if (nameStart === -1) return;
  const nameEnd = stringEnd(member, nameStart);
  const name = JSON.parse(member.slice(nameStart, nameEnd)) as string;
  fields.set(name, member.slice(member.indexOf(':', nameEnd) + 1).trim());
}

/** The position after the closing quote. A loop, because a regular expression exceeds the stack on long strings. */
function stringEnd(json: string, openingQuote: number): number {
  for (let quote = json.indexOf('"', openingQuote + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return json.length;
}
