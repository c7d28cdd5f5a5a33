import { doctorOptions } from '../../app/index.js';
import { checkJson } from '../../operations/doctor/check-json.js';
import { type CheckResult, failureOf, runDoctor } from '../../operations/index.js';
import { resolveSettings, type Settings } from '../../settings/index.js';
import type { Invocation } from '../invocation.js';
import { ReportedFailure } from '../output/failure.js';
import { hintText } from '../output/hint-text.js';
import type { Output } from '../output/output.js';
import { settingInputs } from '../settings.js';

const STYLES = { ok: 'green', warning: 'yellow', failed: 'red' } as const;

export async function run(invocation: Invocation): Promise<void> {
  const { output } = invocation;
  const { usable, problems } = await readSettings(invocation);
  const results = [...problems, ...(await runDoctor(doctorOptions(usable), process.env))];
  if (output.asJson) output.json(results.map(checkJson));
  else for (const result of results) output.print(resultText(result, output));
  const failures = results.filter(({ status }) => status === 'failed').length;
  if (failures === 0) return;
  output.message(`\n${failures === 1 ? '1 check' : `${failures} checks`} failed.`);
  throw new ReportedFailure(1);
}

/** An invalid setting is a finding; the other checks still run. */
async function readSettings(
  invocation: Invocation,
): Promise<{ usable: Partial<Settings>; problems: readonly CheckResult[] }> {
  try {
    const resolved = await resolveSettings(settingInputs(invocation));
    const usable = Object.fromEntries(
      resolved.filter(({ problem }) => !problem).map(({ name, value }) => [name, value]),
    );
    const problems = resolved.flatMap(({ problem }) => (problem ? [{ check: 'settings', ...failureOf(problem) }] : []));
    return { usable, problems };
  } catch (error) {
    return { usable: {}, problems: [{ check: 'settings', ...failureOf(error) }] };
  }
}

function resultText({ check, status, message, next }: CheckResult, output: Output): string {
  const word = output.paint(STYLES[status], status.padEnd(7));
  return [`${word}  ${check}: ${message}`, ...next.map((step) => `         → ${hintText(step)}`)].join('\n');
}
