import { CasparianError } from '../../platform/index.js';

/** A pattern of an allow-list: one glob for each argument. */
export interface CommandPattern {
  /** As it was written. */
  readonly text: string;
  matches(argv: readonly string[]): boolean;
}

/**
 * `python -m myproject.*`: split at white space, with '…' and "…" as quotes. Each word matches one whole argument; `*`
 * is any characters and `?` is one. A last word that ends in `*` also allows any further arguments.
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
  // What is left besides the words is white space, or an open quote.
  const rest = words.reduce((left, word) => left.replace(word, ''), text);
  if (words.length === 0 || rest.trim() !== '') {
    throw new CasparianError('OPTION_INVALID', `'${text}' is not a pattern for commands`, {
      why: words.length === 0 ? 'It is empty.' : 'A quote is not closed.',
      next: ["Write it like 'python -m myproject.*' or '/usr/bin/backup \"two words\" ?'."],
    });
  }
  return words.map((word) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, one?: string, two?: string) => one ?? two ?? ''),
  );
}

/**
 * Backtracks to the last `*` only, so the time is bounded by the product of both lengths. A regular expression for
 * `*a*a*a*b` can take years on a crafted argument.
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
