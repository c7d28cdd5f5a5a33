import { CasparianError } from '../../platform/index.js';

/** What the commands of a worker may look like: a glob for each argument. */
export interface CommandPattern {
  /** As it was written. */
  readonly text: string;
  matches(argv: readonly string[]): boolean;
}

/**
 * `python -m myproject.*`: split at white space, where '…' and "…" group; each word stands for one whole argument, in
 * which `*` is any characters and `?` is one. A last word that ends in `*` allows further arguments, whatever they say.
 */
export function commandPattern(text: string): CommandPattern {
  const words = wordsOf(text);
  const isOpen = words.at(-1)?.endsWith('*') === true;
  return {
    text,
    matches(argv) {
      const fits = isOpen ? argv.length >= words.length : argv.length === words.length;
      return fits && words.every((word, place) => globMatches(word, argv[place] ?? ''));
    },
  };
}

function wordsOf(text: string): string[] {
  const words = text.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  // What the words do not account for is white space, or a quote that nobody closed.
  const rest = words.reduce((left, word) => left.replace(word, ''), text);
  if (words.length === 0 || rest.trim() !== '') {
    throw new CasparianError('OPTION_INVALID', `'${text}' is not a pattern for commands`, {
      why: words.length === 0 ? 'It has no words.' : 'A quote is not closed.',
      next: ["Write it like 'python -m myproject.*' or '/usr/bin/backup \"two words\" ?'."],
    });
  }
  return words.map((word) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, one?: string, two?: string) => one ?? two ?? ''),
  );
}

/**
 * Steps back to the last `*` only, so that its time is bounded by the product of both lengths. A regular expression of
 * `*a*a*a*b` can take years over an argument that somebody chose for it.
 */
function globMatches(glob: string, argument: string): boolean {
  const wanted = Array.from(glob);
  const given = Array.from(argument);
  let w = 0;
  let star = -1;
  let resume = 0;
  for (let g = 0; g < given.length;) {
    if (wanted[w] === '*') {
      star = w++;
      resume = g;
    } else if (w < wanted.length && (wanted[w] === '?' || wanted[w] === given[g])) {
      w++;
      g++;
    } else if (star !== -1) {
      w = star + 1;
      g = ++resume;
    } else return false;
  }
  while (wanted[w] === '*') w++;
  return w === wanted.length;
}
