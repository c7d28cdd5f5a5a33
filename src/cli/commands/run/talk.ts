import { basename, relative } from 'node:path';
import type {
  InputFile,
  Interpreter,
  ParserFile,
  ParserIdentity,
  RunReport,
  RunsRequest,
} from '../../../parse/index.js';
import { failureText } from '../../output/failure.js';
import type { Output } from '../../output/output.js';
import { printable, printableLines } from '../../output/printable.js';
import { createProgressLine } from '../../output/progress-line.js';
import { rowPlace } from '../../output/row-place.js';

export interface RunTalk {
  readonly onInput: NonNullable<RunsRequest['onInput']>;
  readonly onReport: NonNullable<RunsRequest['onReport']>;
  /** A last word over many inputs. */
  end(reports: readonly RunReport[]): void;
  dispose(): void;
}

interface RunFacts {
  readonly parser: ParserFile;
  readonly interpreter: Interpreter;
  readonly inputs: readonly InputFile[];
  readonly parallel: number;
  readonly traceback: boolean;
}

/** Tells a person what a run does and did. What it did goes to stdout, the rest to stderr. */
export function createRunTalk(output: Output, facts: RunFacts): RunTalk {
  const { parser, interpreter, inputs, parallel, traceback } = facts;
  const progress = createProgressLine(output);
  const many = inputs.length > 1;
  let greeted = false;
  let done = 0;
  output.talk(`${parser.language === 'python' ? 'python' : 'node'}: ${interpreter.path} (${interpreter.chosenBy})`);

  const greet = (identity: ParserIdentity): void => {
    if (greeted) return;
    greeted = true;
    if (identity.api === 'class') return;
    progress.talk('⚠ Running in ad-hoc mode. This parser cannot be registered for production.');
    progress.talk(`  To register, wrap in a Parser class: casparian scaffold ${printable(parser.given)}\n`);
  };

  return {
    onInput: (input) => {
      if (!many) output.talk(`Processing ${printable(input.name)}...`);
      return {
        onHello: greet,
        onLog: (level, text) => {
          if (level === 'debug') return;
          progress.talk(`${level === 'info' ? '' : `${level}: `}${printable(text)}`);
        },
        onProgress: ({ rowsIn, quarantined }) => {
          const files = many ? `${done}/${inputs.length} files, ` : '';
          const bad = quarantined > 0 ? `, ${count(quarantined)} quarantined` : '';
          const which = many && parallel === 1 ? ` · ${basename(input.name)}` : '';
          progress.show(`${files}${count(rowsIn)} rows${bad}${which}`, many ? done / inputs.length : undefined);
        },
      };
    },
    onReport: (report) => {
      done++;
      progress.clear();
      if (output.asJson) return;
      if (many) output.print(`${printable(report.input)}`);
      for (const line of reportLines(report, output)) output.print(line);
      if (report.error === null && report.outputs.length === 0) {
        output.talk('The parser gave no rows and declares no outputs: there was nothing to write.');
      }
      if (traceback && report.traceback !== null) output.talk(printableLines(report.traceback.trimEnd()));
      if (report.error !== null) output.talk(failureText(report.error));
      if (many) output.print('');
    },
    end: (reports) => {
      progress.clear();
      if (many && !output.asJson) output.print(totals(reports));
    },
    dispose: progress.clear,
  };
}

function reportLines(report: RunReport, output: Output): string[] {
  const lines: string[] = [];
  if (report.error === null) {
    const seconds = `${(report.durationMs / 1_000).toFixed(1)} s`;
    lines.push(`${output.paint('green', '✓')} ${rows(report.rowsValid)} processed in ${seconds}`);
  }
  if (report.rowsQuarantined > 0) {
    lines.push(`${output.paint('yellow', '⚠')} ${rows(report.rowsQuarantined)} quarantined`);
    const several = report.outputs.length > 1;
    for (const bad of report.badRows) {
      lines.push(`  ${several ? `${bad.output}, ` : ''}${rowPlace(bad)}: ${printable(bad.message)}`);
    }
    const more = report.rowsQuarantined - report.badRows.length;
    if (more > 0) lines.push(`  … and ${rows(more)} more`);
  }
  lines.push(
    `rows in ${count(report.rowsIn)} = valid ${count(report.rowsValid)} + quarantined ${count(report.rowsQuarantined)}`,
  );
  for (const file of report.outputs) lines.push(`→ ${near(file.path)} (${rows(file.rows)})`);
  for (const file of report.quarantines) lines.push(`→ ${near(file.path)} (${rows(file.rows)})`);
  return lines;
}

function totals(reports: readonly RunReport[]): string {
  const sum = (part: (report: RunReport) => number): number => reports.reduce((all, one) => all + part(one), 0);
  const failed = sum(({ status }) => (status === 'failed' ? 1 : 0));
  const files = `${reports.length - failed} of ${reports.length} files done${failed > 0 ? `, ${failed} failed` : ''}`;
  const [rowsIn, valid, bad] = [sum((r) => r.rowsIn), sum((r) => r.rowsValid), sum((r) => r.rowsQuarantined)];
  return `${files}\nrows in ${count(rowsIn)} = valid ${count(valid)} + quarantined ${count(bad)}`;
}

function rows(number: number): string {
  return `${count(number)} ${number === 1 ? 'row' : 'rows'}`;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

/** The shorter of the two ways to write a path. */
function near(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return printable(fromHere.startsWith('..') ? path : fromHere);
}
