import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { CasparianError, type Hint, hint } from '../../platform/index.js';
import { type ProcessResult, tailText } from '../../process/index.js';
import type { BuildSite } from './build-site.js';

/** Messages of tools that could not reach another machine. Another attempt may succeed. */
const NETWORK =
  /error sending request|dns error|failed to (fetch|lookup|download)|connection (refused|reset|closed)|tim(ed|e) ?out|network is unreachable|temporary failure|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|\b(429|50[0234])\b/i;

/**
 * Everything known about a failed build in one text. It is read in a terminal, a job record or a log, away from the
 * machine, so it must be sufficient there.
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
  ];
  const retryable = result.ending === 'exited' ? !site.offline && NETWORK.test(said) : result.ending !== 'not_started';
  return new CasparianError('ENVIRONMENT_FAILED', lines.join('\n'), { next: suggestions(site, argv), retryable });
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

function suggestions({ parser, offline }: BuildSite, [program = '']: readonly string[]): Hint[] {
  const isNpm = basename(program).startsWith('npm');
  return [
    `Check that the lockfile is valid: ${isNpm ? 'npm ci --dry-run' : 'uv lock --check'}`,
    `Lock the dependencies again, in the folder of the parser: ${isNpm ? 'npm install' : 'uv lock'}`,
    hint('Register the parser again', {
      action: 'parser.register',
      arguments: [`./${parser}`],
      options: { force: true },
    }),
    ...(offline
      ? [
          hint('Collect what is missing on a machine with a network', {
            ...{ action: 'vendor', arguments: [`./${parser}`], options: { output: 'DIR' } },
          }),
          hint('Then name that folder here', { options: { vendor: 'DIR' } }),
        ]
      : ['Check the network connection.']),
  ];
}
