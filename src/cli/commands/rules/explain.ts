import { explainFields, type FieldExplanation, typeText } from '../../../passport/index.js';
import { fieldExplanationJson } from '../../../passport/rules/rules-json.js';
import { CasparianError, nearest } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { ReportedFailure } from '../../output/failure.js';
import type { Output } from '../../output/output.js';
import { printable, printableLines } from '../../output/printable.js';
import { type Column, renderTable } from '../../output/table.js';
import { problemsText } from './problem-text.js';
import { readAndCheck } from './rule-source.js';

export async function run({ args, output }: Invocation): Promise<void> {
  const [file = '', path] = args;
  const checked = await readAndCheck(file);
  if (checked.rules === undefined) {
    const [problem] = checked.problems;
    if (output.asJson && problem)
      throw new CasparianError(problem.code, `${problem.line}:${problem.column}: ${problem.message}`);
    output.print(problemsText(checked, output));
    throw new ReportedFailure(1);
  }
  const fields = explainFields(checked.rules);
  if (path === undefined) return listFields(fields, output);
  const field = fields.find((one) => one.path === path) ?? notThere(path, fields);
  if (output.asJson) output.json(fieldExplanationJson(field));
  else output.print(fieldText(field, output));
}

function notThere(path: string, fields: readonly FieldExplanation[]): never {
  const paths = fields.map((field) => field.path);
  const guess = nearest(path, paths);
  throw new CasparianError('USAGE', `The rules have no field ${path}`, {
    next: [...(guess === undefined ? [] : [`Did you mean ${guess}?`]), 'Leave the field out to list all fields.'],
  });
}

function listFields(fields: readonly FieldExplanation[], output: Output): void {
  if (output.asJson) return output.json({ fields: fields.map(fieldExplanationJson) });
  const columns: Column<FieldExplanation>[] = [
    { title: 'FIELD', cell: ({ path }) => path },
    { title: 'TYPE', cell: ({ type }) => typeText(type) },
    { title: 'LINE', cell: ({ line }) => String(line), align: 'right' },
    { title: 'FACTS', cell: ({ facts }) => printable(facts.map(factText).join(', ')) || '-' },
    { title: 'DEPENDS ON', cell: ({ dependsOn }) => dependsOn.join(', ') || '-' },
  ];
  output.print(renderTable(columns, fields, output.width));
}

function fieldText(field: FieldExplanation, output: Output): string {
  const row = (title: string, values: readonly string[]): string[] =>
    values.map((value, index) => `${(index === 0 ? title : '').padEnd(12)}${printable(value)}`);
  return [
    `${output.paint('bold', field.path)}  ${typeText(field.type)}`,
    '',
    ...row('Depends on', orNothing(field.dependsOn)),
    ...row('Used by', orNothing(field.usedBy)),
    ...row('Facts', orNothing(field.facts.map(factText))),
    ...row('Errors', orNothing(field.errorCodes.map(({ code, message }) => `${code}  ${message}`))),
    ...row('Compliance', field.clauses),
    '',
    output.paint('dim', `-- line ${field.line}`),
    printableLines(field.rule),
  ].join('\n');
}

function orNothing(values: readonly string[]): readonly string[] {
  return values.length === 0 ? ['-'] : values;
}

function factText({ type, key, isPrefix }: FieldExplanation['facts'][number]): string {
  return `${type} ${key}${isPrefix ? '*' : ''}`;
}
