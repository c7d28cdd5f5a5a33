import { readFile } from 'node:fs/promises';

/** A fenced block of a page: its language and, if it is a file, its name. */
export interface Block {
  readonly language: string;
  readonly name: string;
  readonly text: string;
}

export function pageText(page: string): Promise<string> {
  return readFile(new URL(`../../../${page}`, import.meta.url), 'utf8');
}

/** All blocks of a page, or of the section below a heading, in order. */
export async function blocksOf(page: string, heading = ''): Promise<Block[]> {
  const text = await pageText(page);
  const part = heading === '' ? text : (text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '');
  return [...part.matchAll(/^( *)```(\S*)(?: +(\S+))?\n(.*?)^\1```$/gms)].map(
    ([, indent = '', language = '', name = '', body = '']) => ({
      language,
      name,
      text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

/**
 * What a reader does with a block: runs shell blocks and saves named blocks as files. Other blocks are only read.
 */
export function typed({ language, name, text }: Block): string | undefined {
  if (language === 'sh') return text;
  if (name === '') return undefined;
  return `mkdir -p "$(dirname '${name}')"\ncat > '${name}' <<'THE END OF ${name}'\n${text}THE END OF ${name}\n`;
}
