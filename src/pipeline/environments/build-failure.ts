import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { CasparianError } from '../../platform/index.js';
import { type ProcessResult, tailText } from '../../process/index.js';
import type { BuildSite } from './build-site.js';

/** How tools say that they did not reach another machine. Another attempt may. */
const NETWORK =
  /error sending request|dns error|failed to (fetch|lookup|download)|connection (refused|reset|closed)|tim(ed|e) ?out|network is unreachable|temporary failure|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|\b(429|50[0234])\b/i;

/**
 * All that is known of a failed build, in one text: it is read in a terminal, in a job's record or in a log, far from
 * the machine, and must be enough there.
 */
export function buildFailure(site: BuildSite, argv: readonly string[], result: ProcessResult): CasparianError {
  const said = outputOf(result);
  const lines = [
    `Failed to create environment for parser '${site.parser}'`,
    '',
    `Command: ${[basename(argv[0] ?? ''), ...argv.slice(1)].join(' ')}`,
    `Working dir: ${site.project}`,
    `Exit code: ${exitText(result)}`,
    '',
    'Stderr:',
    ...said.split('\n').map((line) => `  ${line}`.trimEnd()),
    '',
    'Suggestions:',
    ...suggestions(site, argv).map((suggestion, index) => `  ${index + 1}. ${suggestion}`),
  ];
  const retryable = result.ending === 'exited' ? !site.offline && NETWORK.test(said) : result.ending !== 'not_started';
  return new CasparianError('ENVIRONMENT_FAILED', lines.join('\n'), { retryable });
}

function outputOf({ stderrTail, stdoutTail, startError }: ProcessResult): string {
  if (startError !== null) return startError.reason;
  const said = [stderrTail, stdoutTail].map((tail) => stripVTControlCharacters(tailText(tail)).trim());
  return said.find((text) => text !== '') ?? '(nothing)';
}

function exitText({ ending, exitCode, signalName, durationMs }: ProcessResult): string {
  if (ending === 'timed_out') return `none (stopped after ${Math.round(durationMs / 60_000)} minutes)`;
  if (ending === 'not_started') return 'none (not started)';
  return exitCode === null ? `none (ended by ${signalName ?? 'a signal'})` : String(exitCode);
}

function suggestions({ parser, offline }: BuildSite, [program = '']: readonly string[]): string[] {
  const isNpm = basename(program).startsWith('npm');
  return [
    `Verify lockfile is valid: ${isNpm ? 'npm ci --dry-run' : 'uv lock --check'}`,
    `Re-lock dependencies: cd /path/to/${parser} && ${isNpm ? 'npm install' : 'uv lock'}`,
    `Re-deploy parser: casparian parser register ./${parser} --force`,
    offline
      ? `Bring what is missing from a machine with a network: casparian vendor ./${parser} --output DIR, and --vendor DIR here`
      : 'Check network connectivity (if --offline not set)',
  ];
}
