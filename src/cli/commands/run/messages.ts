import { basename } from 'node:path';
import type { InputFile } from '../../../tables/index.js';
import type { RunProgress, RunReport } from '../../../parse/index.js';
import { failureText } from '../../output/failure.js';
import type { Output } from '../../output/output.js';
import { printable, printableLines } from '../../output/printable.js';
import { createProgressLine } from '../../output/progress-line.js';
import { readingLines } from '../../output/reading-text.js';
import { count, reportLines, totals } from './report-text.js';

export interface RunMessages {
  /** Prints a message without disturbing the progress line. */
  readonly message: (text: string) => void;
  /** Called when an input begins. */
  readonly begin: (input: InputFile) => (rows: RunProgress) => void;
  readonly onReport: (report: RunReport) => void;
  /** A summary of many inputs. */
  readonly end: (reports: readonly RunReport[]) => void;
  readonly dispose: () => void;
}

interface RunFacts {
  readonly inputs: readonly InputFile[];
  readonly parallel: number;
  readonly traceback: boolean;
}

/** Reports a run to the user: results on stdout, progress on stderr. */
export function createRunMessages(output: Output, { inputs, parallel, traceback }: RunFacts): RunMessages {
  const progress = createProgressLine(output);
  const many = inputs.length > 1;
  let done = 0;
  /** An error that fails all files of one output is printed once. */
  const reported = new Set<unknown>();
  return {
    message: (text) => progress.message(text),
    begin: (input) => {
      if (!many) output.message(`Processing ${printable(input.name)}...`);
      // Of 1,000 small files, the texts took a fiftieth of the time.
      if (!progress.isVisible) return () => undefined;
      return ({ rowsIn, quarantined }) => {
        const files = many ? `${done}/${inputs.length} files, ` : '';
        const bad = quarantined > 0 ? `, ${count(quarantined)} quarantined` : '';
        const which = many && parallel === 1 ? ` · ${basename(input.name)}` : '';
        progress.show(`${files}${count(rowsIn)} rows${bad}${which}`, many ? done / inputs.length : undefined);
      };
    },
    onReport: (report) => {
      done++;
      progress.clear();
      if (output.asJson) return;
      if (many) {
        output.print(printable(report.input));
        for (const line of openingLines(report)) output.message(line);
      }
      for (const line of reportLines(report, output)) output.print(line);
      if (report.error === null && report.outputs.length === 0) {
        output.message('The parser returned no rows and declares no outputs, so nothing was written.');
      }
      if (traceback && report.traceback !== null) output.message(printableLines(report.traceback.trimEnd()));
      // An interruption is reported once for all inputs.
      if (report.error !== null && report.error.code !== 'INTERRUPTED' && !reported.has(report.error)) {
        output.message(failureText(report.error));
      }
      reported.add(report.error);
      if (many) output.print('');
    },
    end: (reports) => {
      progress.clear();
      if (many && !output.asJson) output.print(totals(reports));
    },
    dispose: progress.clear,
  };
}

/** What was known when the file was opened; type changes are reported after its rows. */
function openingLines({ reading }: RunReport): string[] {
  if (reading === null) return [];
  const drift = reading.drift === null ? null : { ...reading.drift, changed: [] };
  return readingLines({ ...reading, drift });
}
