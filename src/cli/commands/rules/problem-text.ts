import type { RuleProblem } from '../../../passport/index.js';
import type { Output } from '../../output/output.js';
import { printable, printableLines } from '../../output/printable.js';
import { count } from '../../output/row-counts.js';
import { textWidth } from '../../output/text-width.js';
import { type CheckedSources, type RuleSource, sourceOf } from './rule-source.js';

/** All problems of a check, each with its line of the source. */
export function problemsText({ sources, problems }: CheckedSources, output: Output): string {
  const texts = problems.map((problem) => {
    return problemText(problem, sourceOf(problem, sources), output);
  });
  const total = problems.length === 1 ? '1 error' : `${count(problems.length)} errors`;
  return [...texts, `${output.paint('red', '✗')} ${total}`].join('\n\n');
}

/** What is wrong, the line with a mark under the place, why, and what to write instead. */
function problemText(problem: RuleProblem, { file, text }: RuleSource, output: Output): string {
  const { code, message, why, hints = [], line, column, field } = problem;
  const where = field === undefined ? '' : `, in the rule of ${field}`;
  const next = hints.map((hint, index) => `${index === 0 ? '  Next: ' : '        '}${printable(hint)}`);
  return [
    `${output.paint('red', `Error [${code}]`)}: ${output.paint('bold', printable(message))}`,
    `  ${printable(file)}:${line}:${column}${printable(where)}`,
    excerpt(problem, text, output),
    ...(why === undefined ? [] : [`  Why:  ${printable(why)}`]),
    ...next,
  ].join('\n');
}

/** More of a line than this is cut off around the place. */
const LINE_WIDTH = 100;

function excerpt({ span, line, label }: RuleProblem, text: string, output: Output): string {
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const newline = text.indexOf('\n', span.start);
  const lineEnd = newline === -1 ? text.length : newline;
  const from = Math.max(lineStart, span.start - LINE_WIDTH / 2);
  const to = Math.min(lineEnd, from + LINE_WIDTH);
  const before = shown(text.slice(from, span.start));
  const marked = shown(text.slice(span.start, Math.min(Math.max(span.end, span.start + 1), to)));
  const rest = shown(text.slice(span.start, to)).trimEnd();
  const number = String(line);
  const margin = ' '.repeat(number.length);
  const mark = '^'.repeat(Math.max(1, textWidth(marked.trimEnd())));
  const cut = { start: from > lineStart ? '…' : '', end: to < lineEnd ? '…' : '' };
  const indent = ' '.repeat(textWidth(cut.start + before));
  const words = label === undefined ? '' : ` ${printable(label)}`;
  return [
    `  ${margin} |`,
    `  ${number} | ${cut.start}${before}${rest}${cut.end}`,
    `  ${margin} | ${indent}${output.paint('red', `${mark}${words}`)}`,
  ].join('\n');
}

function shown(text: string): string {
  return printableLines(text.replace(/\r/g, ''));
}
