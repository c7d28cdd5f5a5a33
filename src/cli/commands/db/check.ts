import { configuredHome, databaseLocation } from '../../../app/index.js';
import type { Finding } from '../../../engine/index.js';
import { databaseCheckJson } from '../../../operations/database/database-json.js';
import { checkDatabase, type CheckReport } from '../../../operations/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { failureDocument, printFailure, ReportedFailure } from '../../output/failure.js';
import type { Output } from '../../output/output.js';
import { settingsOf } from '../../settings.js';

export interface CheckOptions {
  full?: boolean;
}

export async function run(invocation: Invocation<CheckOptions>): Promise<void> {
  const { output, options } = invocation;
  const settings = await settingsOf(invocation);
  const asked = { full: options.full === true, home: configuredHome(settings) };
  const report = await checkDatabase(databaseLocation(settings), asked);
  const damage = report.findings.filter((finding) => finding.severity === 'damage');
  const failure = damage.length === 0 ? undefined : damaged(damage);
  if (output.asJson) output.json({ ...databaseCheckJson(report), ...(failure ? failureDocument(failure) : {}) });
  else printReport(report, output);
  if (!failure) return;
  if (!output.asJson) printFailure(failure, output);
  throw new ReportedFailure(failure.exitCode);
}

function printReport({ checks, findings }: CheckReport, output: Output): void {
  for (const check of checks) {
    const own = findings.filter((finding) => finding.check === check);
    if (own.length === 0) output.print(`${output.paint('green', 'ok')}      ${check}`);
    for (const finding of own) output.print(findingText(finding, output));
  }
  for (const finding of findings.filter(({ check }) => !checks.includes(check)))
    output.print(findingText(finding, output));
}

function findingText({ check, severity, message, examples = [] }: Finding, output: Output): string {
  const word = output.paint(severity === 'damage' ? 'red' : 'yellow', severity.padEnd(6));
  return [`${word}  ${check}: ${message}`, ...examples.map((example) => `          ${example}`)].join('\n');
}

function damaged(findings: readonly Finding[]): CasparianError {
  const [first] = findings;
  const more = findings.length > 1 ? `, and ${findings.length - 1} more` : '';
  return new CasparianError('DATABASE_DAMAGED', 'The database is damaged', {
    why: `${first?.message}${more}.`,
    next: ['Stop the workers, keep a copy, and restore a backup; or report the findings.'],
  });
}
