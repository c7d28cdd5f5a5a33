import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { ROUTES } from '../../../src/server/routes.js';
import type { RunningServer } from '../running-server.js';

/**
 * The first needs a key instead of a session; the second ends the session, so that all later requests would be refused. A stream of events
 * does not end; test/server/live reads it.
 */
const NOT_CALLED = ['session.open', 'session.close', 'events.stream'];

/** A made-up parameter can be too long for a URL, which is refused before it is looked at. */
const CONFIGURATION = `[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "431", "5xx"]
`;

export interface RandomRequests {
  readonly seed: number;
  /** How many requests are made up for each operation, at least. */
  readonly examples: number;
  readonly phases: string;
}

/**
 * Lets schemathesis call every operation of the document with valid and invalid requests. Fails if a response is a 5xx, is not what
 * the document says, accepts what the document forbids, or needs no authentication.
 */
export async function requestRandomly(
  program: string,
  server: RunningServer,
  { seed, examples, phases }: RandomRequests,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'casparian-schemathesis-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const report = join(folder, 'report.json');
  await writeFile(join(folder, 'schemathesis.toml'), CONFIGURATION);
  const output = await outputOf(program, folder, [
    ...['--no-color', 'run', `${server.url}/openapi.json`, '--phases', phases, '--seed', String(seed)],
    ...['--max-examples', String(examples), '--header', `Cookie: ${await sessionOf(server)}`],
    ...NOT_CALLED.flatMap((id) => ['--exclude-operation-id', id]),
    // The header says who it is. Of what the document allows, some can be wrong all the same, such as an SQL statement.
    ...['--generation-with-security-parameters', 'false', '--exclude-checks', 'positive_data_acceptance'],
    // By default a response within 10 s is expected, which a busy machine may miss.
    ...['--request-timeout', '60', '--generation-database', 'none', '--report', 'json', '--report-json-path', report],
  ]);
  const told = JSON.parse(await readFile(report, 'utf8')) as Report;
  // Operations that only refused the caller were not tested.
  expect(output).not.toContain('Authentication failed');
  const failures = told.exit_code === 0 ? '' : output;
  expect([failures, told.failures, told.errors]).toEqual(['', [], []]);
  expect(told.operations).toMatchObject({ tested: ROUTES.length - NOT_CALLED.length, errored: 0 });
  expect((await server.call('GET /health/ready')).status).toBe(200);
}

interface Report {
  readonly exit_code: number;
  readonly failures: readonly unknown[];
  readonly errors: readonly unknown[];
  readonly operations: { readonly tested: number; readonly errored: number };
}

/** A session rather than a key, because a key could be revoked on the way. */
async function sessionOf({ tokenUrl }: RunningServer): Promise<string> {
  const entered = await fetch(tokenUrl, { redirect: 'manual' });
  return (entered.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
}

async function outputOf(program: string, cwd: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return output;
}
