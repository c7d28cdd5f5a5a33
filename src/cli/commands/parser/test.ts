import { expandInputs, type QuarantineLimits } from '../../../parse/index.js';
import { CasparianError } from '../../../platform/index.js';
import { parserTestJson } from '../../../pipeline/registry/parser-json.js';
import { type TestedParser, testParser } from '../../../pipeline/index.js';
import type { Invocation } from '../../invocation.js';
import { givenInputs } from '../../options/raw-arguments.js';
import { ReportedFailure } from '../../output/failure.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { rowPlace } from '../../output/row-place.js';
import type { ParserSettings } from '../../../settings/index.js';
import { parserSettingsOf, someSettings } from '../../settings.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import { printSteps } from './steps.js';
import { WORKSHOP_SETTINGS, workshopOf } from './workshop.js';

export async function run(invocation: Invocation): Promise<void> {
  const { output, args } = invocation;
  const [path = '', ...samples] = args;
  const [sample] = await expandInputs(givenInputs(samples));
  const settings = await someSettings(invocation, WORKSHOP_SETTINGS);
  const parsers = await parserSettingsOf(invocation);
  const stop = stopOnSignals();
  try {
    const workshop = workshopOf(settings, parsers, stop.signal, printSteps(output));
    const tested = await testParser({ path, sample, limits: (parser) => limitsOf(parsers(parser)), workshop });
    if (stop.signal.aborted) throw new CasparianError('INTERRUPTED', 'Interrupted');
    if (output.asJson) output.json(parserTestJson(tested));
    else print(tested, output);
    const failure = tested.report?.error;
    if (failure && output.asJson) throw new ReportedFailure(failure.exitCode);
    if (failure) throw failure;
  } finally {
    stop.dispose();
  }
}

function limitsOf({ quarantine_threshold, max_quarantine_rows }: ParserSettings): QuarantineLimits {
  return { share: quarantine_threshold, rows: max_quarantine_rows };
}

function print({ described, report }: TestedParser, output: Output): void {
  const name = `'${described.name}' v${described.version}`;
  if (report === null) return output.print(`${name} can be registered. To see its rows, add a sample file.`);
  for (const bad of report.badRows) {
    output.print(`⚠ ${bad.output}, ${rowPlace(bad)}: ${printable(bad.message)}`);
  }
  if (report.error !== null) return;
  output.print(`✓ Processed ${count(report.rowsIn)} rows`);
  output.print(
    `rows in ${count(report.rowsIn)} = valid ${count(report.rowsValid)} + quarantined ${count(report.rowsQuarantined)}`,
  );
  for (const file of report.outputs) output.print(`  ${file.name}: ${count(file.rows)} rows`);
}

function count(rows: number): string {
  return rows.toLocaleString('en-US');
}
