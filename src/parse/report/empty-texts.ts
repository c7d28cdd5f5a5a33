import type { EmptyTexts } from './report.js';

/** One sentence per column. The output is named if there are several. */
export function emptyTextSentences(found: readonly EmptyTexts[]): string[] {
  const several = new Set(found.map(({ output }) => output)).size > 1;
  return found.map(({ output, column, count }) => {
    const texts = count === 1 ? '1 empty text is' : `${count.toLocaleString('en-US')} empty texts are`;
    return `${texts} null in column '${column}'${several ? ` of output '${output}'` : ''}`;
  });
}
