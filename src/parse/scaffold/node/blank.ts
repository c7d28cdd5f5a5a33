/** Comments, strings, templates, and regular expressions where a value may begin. */
const SKIPPED =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|(["'])(?:\\[^]|(?!\1)[^\\\n])*(?:\1|(?=\n)|$)|`(?:\\[^]|[^\\`])*(?:`|$)|(?<=[=(,:;!&|?{}[\n]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g;

/** The code alone, each character where it stood: what a comment or a string says is no code. */
export function blankedNodeCode(text: string): string {
  return text.replace(SKIPPED, (skipped) => skipped.replace(/[^\n\r]/g, ' '));
}
