import { writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { checkPassportPath } from '../../../operations/index.js';
import { type BatteryCheck, batteryCheckJson, type CheckFinding, checkReport } from '../../../passport/index.js';
import { CasparianError, errorMessage } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { ReportedFailure } from '../../output/failure.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { padText } from '../../output/text-width.js';

export interface CheckOptions {
  category?: string;
  report?: string;
}

export async function run({ args, options, output }: Invocation<CheckOptions>): Promise<void> {
  const path = args[0] ?? '';
  const { check, files } = await checkPassportPath(path, options.category);
  if (options.report !== undefined) {
    const date = new Date().toISOString().slice(0, 10);
    await writeReport(options.report, checkReport(check, { subject: basename(resolve(path)), files, date }));
  }
  if (output.asJson) output.json(batteryCheckJson(check));
  else printCheck(output, check);
  if (options.report !== undefined) output.message(`\nThe report to print is ${options.report}.`);
  if (check.missing.length + check.implausible.length > 0) throw new ReportedFailure(1);
}

async function writeReport(path: string, page: string): Promise<void> {
  try {
    await writeFile(path, page);
  } catch (error) {
    throw new CasparianError('OUTPUT_UNWRITABLE', `'${path}' cannot be written`, {
      why: errorMessage(error),
      cause: error,
    });
  }
}

function printCheck(output: Output, check: BatteryCheck): void {
  const { category, mandatory, present, missing, implausible, score, passportRequired } = check;
  output.print(`Category ${category}: ${present} of ${mandatory} mandatory attributes, score ${score} %`);
  if (passportRequired !== undefined) {
    output.print(
      passportRequired
        ? 'The law demands a passport for this battery (Art. 77(1), from 18 February 2027).'
        : 'The law does not demand a passport for this battery (Art. 77(1)).',
    );
  }
  printFindings(output, output.paint('red', `Missing: ${missing.length}`), missing);
  printFindings(output, output.paint('yellow', `Implausible: ${implausible.length}`), implausible);
  if (missing.length + implausible.length === 0) {
    output.print(`\n${output.paint('green', '✓')} Complete and plausible.`);
  }
}

function printFindings(output: Output, title: string, findings: readonly CheckFinding[]): void {
  if (findings.length === 0) return;
  output.print(`\n${title}`);
  for (const { number, attribute, din, field, legalBasis, responsible, source, reason } of findings) {
    const place = din === '' ? '' : ` (DIN ${din})`;
    output.print(`\n  ${padText(number === null ? '' : String(number), 2, 'right')}  ${attribute}${place}`);
    output.print(`      ${printable(reason)}`);
    output.print(`      field ${field} · law ${legalBasis}`);
    output.print(`      from ${source} · by ${responsible}`);
  }
}
