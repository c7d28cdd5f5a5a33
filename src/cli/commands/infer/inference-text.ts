import type { FileInference, InferredFiles } from '../../../parse/index.js';
import type { InferredColumn } from '../../../tables/index.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { padText, textWidth } from '../../output/text-width.js';
import { driftLines, formatText, questionLines, typeText } from '../../output/reading-text.js';

/** A contract for people: each column with its evidence, then questions, then differences between files. */
export function inferenceText({ table, files }: InferredFiles, output: Output): string {
  const names = Math.max(...table.columns.map(({ name }) => textWidth(printable(name))));
  const types = Math.max(...table.columns.map((column) => textWidth(typeText(column))));
  const rows = `${table.rows.toLocaleString('en-US')} ${table.rows === 1 ? 'row' : 'rows'}`;
  const questions = table.columns.flatMap(questionLines);
  const differences = files.flatMap(differenceLines);
  const notes = [...new Set(files.flatMap((file) => [...file.warnings, ...file.notes]))].map(
    (note) => `Note: ${printable(note)}`,
  );
  return [
    ...files.map(({ input, format }) => `${printable(input.name)}: ${formatText(format)}`),
    `${rows}${table.isWhole ? '' : ' (not all rows were read)'}`,
    '',
    ...table.columns.flatMap((column) => columnLines(column, { names, types }, output)),
    ...section(questions),
    ...section(differences),
    ...section(notes),
  ].join('\n');
}

function columnLines(column: InferredColumn, width: { names: number; types: number }, output: Output): string[] {
  const { name, nullable, evidence, misfits } = column;
  const head = `${padText(printable(name), width.names)}  ${padText(typeText(column), width.types)}${nullable ? '  nullable' : ''}`;
  const misfit =
    misfits.first === null
      ? []
      : [
          `${misfits.count.toLocaleString('en-US')} would be quarantined; first in row ${misfits.first.row}` +
            `${misfits.first.file === null ? '' : ` of ${misfits.first.file}`}: '${misfits.first.value}'`,
        ];
  const indent = ' '.repeat(width.names + 2);
  return [
    output.paint('bold', head.trimEnd()),
    ...[...evidence, ...misfit].map((text) => output.paint('dim', `${indent}${printable(text)}`)),
  ];
}

function differenceLines({ input, drift }: FileInference): string[] {
  return driftLines(drift).map((line) => `${printable(input.name)}: ${line}`);
}

function section(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}
