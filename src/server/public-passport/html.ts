/** HTML that may be sent as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly (Html | null)[] | null | undefined | false;

/** HTML from a template. Every value that is not HTML itself is escaped, so a value of a passport is never markup. */
export function html(literal: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const texts = literal.map((text, index) => `${text}${index < parts.length ? partText(parts[index]) : ''}`);
  return new Html(texts.join(''));
}

function partText(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(partText).join('');
  return String(part).replace(/[&<>"']/g, (character) => ESCAPED[character] ?? '');
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
