import { checkPassportPath } from '../../../operations/index.js';
import { type BatteryCheck, batteryCheckJson, type CheckFinding } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import { ReportedFailure } from '../../output/failure.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { padText } from '../../output/text-width.js';

export interface CheckOptions {
  category?: string;
}

export async function run({ args, options, output }: Invocation<CheckOptions>): Promise<void> {
  const { check } = await checkPassportPath(args[0] ?? '', options.category);
  if (output.asJson) output.json(batteryCheckJson(check));
  else printCheck(output, check);
  if (check.missing.length + check.implausible.length > 0) throw new ReportedFailure(1);
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
