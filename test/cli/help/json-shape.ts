/** The keys that a page of help says an answer in JSON has: those of the first object after "`--json` prints". */
export function keysOnPage(page: string): string[] {
  const [, text = ''] = page.split('`--json` prints');
  let depth = 0;
  let shape = '';
  for (const character of text.slice(text.indexOf('`{'))) {
    if ('{['.includes(character)) depth += 1;
    else if ('}]'.includes(character)) depth -= 1;
    else if (depth === 1) shape += character;
    if (depth === 0 && '}]'.includes(character)) break;
  }
  return shape.split(',').map((member) => member.replace(/:.*/s, '').replace(/[\s"]/g, ''));
}

/** Those that it has. Of a list, those of its first element. */
export function keysOfAnswer(stdout: string): string[] {
  const answer = JSON.parse(stdout) as object | object[];
  const [first = answer] = Array.isArray(answer) ? (answer as object[]) : [answer];
  return Object.keys(first);
}
