import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { casparian, casparianBatch, casparianJson, jsonOf, start } from './casparian.js';
import { temporaryFolder } from './store.js';

/** A dozen commands, each of a second or two on a busy machine. Without Python, test/package runs it. */
const WITHIN_MS = 120_000;

describe.concurrent('demo', { timeout: WITHIN_MS }, () => {
  test('goes from files to SQL in a folder of its own, whatever this machine is set to', async ({ onTestFinished }) => {
    const folder = join(await temporaryFolder(onTestFinished), 'demo');
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/jobs', CASPARIAN_HOME: '/nonexistent' };
    const { code, stdout, stderr } = await casparian(['demo', folder], { env, endWithinMs: WITHIN_MS });
    // What commands say beside their data belongs to what is shown.
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    const commands = [...stdout.matchAll(/^\$ (.+)$/gm)].map(([, command]) => command);
    expect(commands).toEqual(
      expect.arrayContaining([
        'casparian parser register parsers/pump_log.py',
        'casparian process',
        '$EDITOR inbox/invoices/january.csv',
        'casparian quarantine replay --parser invoices',
        "casparian lineage invoices --where 'number = 1003'",
        'casparian verify',
      ]),
    );
    expect(stdout).not.toMatch(/^Left out/m);
    const { json } = await casparianJson<{ name: string; rows: number }[]>(['datasets'], { cwd: folder });
    expect(Object.fromEntries(json.map(({ name, rows }) => [name, rows]))).toEqual({
      countries: 3,
      customers: 3,
      invoices: 7,
      pump_log: 4,
    });
  });

  test('leaves a folder alone that has files in it, what is no folder, and other databases', async ({
    onTestFinished,
  }) => {
    const folder = await temporaryFolder(onTestFinished);
    const file = join(folder, 'mine.txt');
    await writeFile(file, 'mine');
    const calls = [
      ['demo', folder],
      ['demo', file],
      ['demo', '--db', 'sqlite:mine.db'],
    ];
    const [full, noFolder, database] = await casparianBatch(calls);
    expect(full).toMatchObject({ code: 3, stderr: expect.stringContaining('FOLDER_NOT_EMPTY') as string });
    expect(noFolder).toMatchObject({ code: 1, stderr: expect.stringContaining('OUTPUT_UNWRITABLE') as string });
    expect(database).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('uses its own home and database') as string,
    });
    expect(await readdir(folder)).toEqual(['mine.txt']);
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  test('stops at a step that fails, and says so by its exit code', async ({ onTestFinished }) => {
    const folder = await temporaryFolder(onTestFinished);
    const bin = join(folder, 'bin');
    await mkdir(bin);
    // Answers what it is asked, and runs no parser.
    const python = '#!/bin/sh\n[ "$1" = -c ] && echo 3.12.0 && exit\nexit 1\n';
    await writeFile(join(bin, 'python3'), python, { mode: 0o755 });
    const options = { env: { PATH: bin }, endWithinMs: WITHIN_MS };
    const { code, json } = jsonOf<{ steps: object[] }>(
      await casparian(['demo', join(folder, 'demo'), '--json'], options),
    );
    expect(code).toBe(1);
    expect(json.steps.at(-1)).toMatchObject({
      command: 'casparian parser register parsers/pump_log.py',
      ok: false,
      output: expect.stringContaining('Error [') as string,
    });
  });

  test('ends with its commands when it is interrupted', async ({ onTestFinished }) => {
    const folder = join(await temporaryFolder(onTestFinished), 'demo');
    const running = start(['demo', folder]);
    await running.line('stdout', /^\$ casparian parser register/);
    running.process.kill('SIGINT');
    const { code, stdout, stderr } = await running.ended;
    expect(code).toBe(130);
    expect(stderr).toContain('INTERRUPTED');
    expect(stdout).not.toContain('$ casparian scan');
  });
});
