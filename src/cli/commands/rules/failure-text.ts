import type { TestFailure } from '../../../passport/index.js';
import { exactJson } from '../../../platform/index.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import type { CheckedSources } from './rule-source.js';

/** The first failure of a run of tests, with the simplest values that fail. */
export function failureText(failure: TestFailure, { sources }: CheckedSources, output: Output): string {
  const { test, kind, caseIndex, line, column, code, message, inputs, foundInputs } = failure;
  const { file } = sources.tests ?? sources.rules;
  const name = kind === 'example' ? `Example ${test}` : `Property ${test}, case ${caseIndex}`;
  const lines = [
    `${output.paint('red', 'Failed')}: ${output.paint('bold', name)}`,
    `  ${printable(file)}:${line}:${column}`,
    `  ${code === null ? '' : `[${code}] `}${printable(message)}`,
  ];
  if (inputs !== null) lines.push('  With the values:', ...valueLines(inputs));
  const wasSimplified = foundInputs !== null && exactJson(foundInputs) !== exactJson(inputs);
  if (wasSimplified) lines.push('  First found with:', ...valueLines(foundInputs));
  return lines.join('\n');
}

function valueLines(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).map(([name, value]) => `    ${name} = ${printable(exactJson(value))}`);
}
