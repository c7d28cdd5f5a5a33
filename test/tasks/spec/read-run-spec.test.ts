import { describe, expect, test } from 'vitest';
import type { CasparianError } from '../../../src/platform/index.js';
import { readRunSpec } from '../../../src/tasks/spec/read-run-spec.js';
import { specJson, specOfJson } from '../../../src/tasks/spec/spec-json.js';
import { hintText } from '../../../src/cli/output/hint-text.js';

const command = ['python', '-m', 'x'];

describe('reading a run spec', () => {
  test('a command is enough', () => {
    expect(readRunSpec({ command })).toEqual({
      spec: {
        command,
        payloadAs: 'stdin',
        cwd: null,
        env: {},
        inherit: [],
        secrets: [],
        timeoutMs: null,
        memoryBytes: null,
        cpuMs: null,
        code: null,
        lockfileHash: null,
        retry: { backoff: 'exponential', delayMs: 2_000, maxDelayMs: 1_024_000, exitCodes: [] },
      },
      schedule: {},
    });
  });

  test('every field', () => {
    const { spec, schedule } = readRunSpec({
      command,
      payload: [1, null],
      payload_as: 'file',
      cwd: '/srv',
      env: { A: '1' },
      inherit: ['LANG', 'HOME', 'LANG'],
      secrets: ['TOKEN'],
      timeout: '10m',
      memory: '512MB',
      cpu: 30,
      code: 'git:4f2a',
      lockfile_hash: 'ff',
      retry: { max_attempts: 3, backoff: 'fixed', delay: '1s', max_delay: 60, exit_codes: [9, 1, 9] },
      tenant: 'acme',
      queue: 'slow',
      priority: 'HIGH',
      run_at: '2026-03-01T08:00:00Z',
    });
    expect(spec).toEqual({
      command,
      payload: [1, null],
      payloadAs: 'file',
      cwd: '/srv',
      env: { A: '1' },
      inherit: ['HOME', 'LANG'],
      secrets: ['TOKEN'],
      timeoutMs: 600_000,
      memoryBytes: 512_000_000,
      cpuMs: 30_000,
      code: 'git:4f2a',
      lockfileHash: 'ff',
      retry: { backoff: 'fixed', delayMs: 1_000, maxDelayMs: 60_000, exitCodes: [1, 9] },
    });
    expect(schedule).toEqual({
      tenant: 'acme',
      queue: 'slow',
      priority: 1,
      maxAttempts: 3,
      runAt: new Date('2026-03-01T08:00:00Z'),
    });
    expect(specOfJson(specJson(spec))).toEqual(spec);
  });

  test('a payload of null differs from none', () => {
    expect(readRunSpec({ command }).spec).not.toHaveProperty('payload');
    expect(readRunSpec({ command, payload: null }).spec).toHaveProperty('payload', null);
    expect(specJson(readRunSpec({ command }).spec)).not.toHaveProperty('payload');
  });

  test('a longer first delay raises the longest one with it', () => {
    expect(readRunSpec({ command, retry: { delay: '1h' } }).spec.retry.maxDelayMs).toBe(3_600_000);
  });

  test('a delay of zero and a priority as a number are fine', () => {
    expect(readRunSpec({ command, delay: 0, priority: 3 }).schedule).toEqual({ delayMs: 0, priority: 3 });
  });

  test('an argument as long as Linux takes it is taken', () => {
    expect(readRunSpec({ command: ['x', 'a'.repeat(131_071)] }).spec.command).toHaveLength(2);
    expect(readRunSpec({ command, payload: 'a'.repeat(131_069), payload_as: 'argument' })).toBeDefined();
  });
});

describe('refusing a run spec', () => {
  test.each<[string, unknown, string | RegExp, RegExp]>([
    ['nothing', undefined, /JSON object, not nothing/, /command/],
    ['a list', [command], /JSON object, not a list/, /command/],
    ['no command', { payload: 1 }, `'command' of the run spec is missing`, /a list/],
    ['a shell string', { command: 'python x.py  --all' }, /cannot be "python x.py/, /\["python","x.py","--all"\]/],
    ['an empty command', { command: [] }, /'command' .* an empty list/, /program and its arguments/],
    ['a nameless program', { command: ['', 'a'] }, /'command\[0\]' .* ""/, /name or the path/],
    ['a number as an argument', { command: ['sleep', 5] }, /'command\[1\]' .* 5/, /in quotes/],
    [
      'a null character in an argument',
      { command: ['a', 'b\0'] },
      /'command\[1\]' .* null character/,
      /cannot be passed/,
    ],
    ['a huge argument', { command: ['x', 'é'.repeat(65_536)] }, /'command\[1\]' .* 131072 bytes/, /stdin or in a file/],
    ['a misspelt field', { command, tiemout: 5 }, /unknown field 'tiemout'/, /Did you mean timeout\?/],
    ['a field unlike any', { command, colour: 1 }, /unknown field 'colour'/, /Its fields are command, /],
    ['a misspelt field of retry', { command, retry: { backof: 1 } }, /'retry.backof'/, /mean retry.backoff\?/],
    ['a retry that is none', { command, retry: 5 }, /'retry' .* a number/, /an object/],
    ['a relative folder', { command, cwd: 'app' }, /'cwd' .* "app"/, /absolute path/],
    ['a way that is none', { command, payload_as: 'env' }, /'payload_as' .* "env"/, /stdin, argument, file/],
    ['a duration in words', { command, timeout: '10 minutes' }, /'timeout' .* "10 minutes"/, /10m .* seconds/],
    ['no time at all', { command, timeout: 0 }, /'timeout' .* 0/, /more than 0/],
    ['a timeout beyond timers', { command, timeout: '30d' }, /'timeout' .* "30d"/, /at most 24 d/],
    ['a bigint of seconds', { command, cpu: 2n ** 60n }, /'cpu' .* 1152921504606846976/, /at most 24 d/],
    ['memory in words', { command, memory: 'lots' }, /'memory' .* "lots"/, /512MB/],
    ['half a byte', { command, memory: 0.5 }, /'memory' .* 0.5/, /whole number of bytes/],
    ['exit code 0', { command, retry: { exit_codes: [0] } }, /'retry.exit_codes' .* 0/, /from 1 to 255/],
    [
      'exit codes in words',
      { command, retry: { exit_codes: 'all' } },
      /'retry.exit_codes' .* "all"/,
      /"any" or a list/,
    ],
    ['no attempts', { command, retry: { max_attempts: 0 } }, /'retry.max_attempts'/, /from 1 to 1000/],
    ['a longest delay below the first', { command, retry: { delay: 9, max_delay: 5 } }, /'retry.max_delay'/, /longest/],
    ['an unknown priority', { command, priority: 'urgent' }, /'priority' .* "urgent"/, /0 or critical/],
    ['priority 1.5', { command, priority: 1.5 }, /'priority' .* 1.5/, /0 or critical/],
    ['an impossible date', { command, run_at: '2026-02-31' }, /'run_at'/, /ISO 8601/],
    ['two times', { command, run_at: '2026-03-01', delay: 5 }, /'delay' .* 'run_at'/, /Remove one/],
    ['a nameless tenant', { command, tenant: '' }, /'tenant' .* ""/, /1 to 200/],
    ['an object as a queue', { command, queue: {} }, /'queue' .* an object/, /1 to 200/],
    ['an endless number', { command, payload: { a: [1, Infinity] } }, /'payload.a\[1\]'/, /as a string/],
    ['a function', { command, payload: [() => 1] }, /'payload\[0\]' .* a function/, /JSON/],
    [
      'a long payload as an argument',
      { command, payload: 'a'.repeat(131_070), payload_as: 'argument' },
      /131072 bytes/,
      /stdin or file/,
    ],
    ['a variable with an equals sign', { command, inherit: ['A=hush'] }, /'inherit' .* "A=…"/, /name of a variable/],
    ['a nameless variable', { command, env: { '': 'hush' } }, /'env' .* ""/, /name of a variable/],
    ['a variable of ours', { command, secrets: ['casparian_x'] }, /'secrets' .* casparian_x/, /Choose another/],
    [
      'a variable in two places',
      { command, env: { A: 'hush' }, inherit: ['A'] },
      /'inherit' .* names A, .*'env'/,
      /Keep it/,
    ],
    ['a number as a value', { command, env: { A: 4711 } }, /'env.A' .* a number/, /a string, in quotes/],
    ['a boolean as a value', { command, env: { A: true } }, /'env.A' .* a boolean/, /a string, in quotes/],
    [
      'a null character in a value',
      { command, env: { A: 'hush\0' } },
      /'env.A' .* has a null character/,
      /cannot be passed/,
    ],
    ['a text as env', { command, env: 'A=hush' }, /'env' .* is a text/, /names of variables/],
    ['a list as env', { command, env: ['A=hush'] }, /'env' .* is a list/, /names of variables/],
  ])('%s', (_, given, what, help) => {
    const error = refusalOf(given);
    expect(error.code).toBe('TASK_SPEC_INVALID');
    expect(error.message).toMatch(what);
    const words = [error.why, ...error.next.map(hintText)].join('\n');
    expect(words).toMatch(help);
    // Values of variables may be secrets.
    expect(`${error.message}\n${words}`).not.toMatch(/hush|4711/);
  });

  test('the payload of a job that was written by hand is checked as well', () => {
    expect(() => specOfJson({ command, timeout: 5 })).toThrow("unknown field 'timeout'");
    expect(() => specOfJson({ command, timeout_ms: '5m' })).toThrow('\'timeout_ms\' of the run spec cannot be "5m"');
    expect(specOfJson({ command })).toEqual(readRunSpec({ command }).spec);
  });
});

function refusalOf(given: unknown): CasparianError {
  try {
    readRunSpec(given);
  } catch (error) {
    return error as CasparianError;
  }
  throw new Error('it was read');
}
