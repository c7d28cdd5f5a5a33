import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packBundle } from '../../../src/pipeline/bundle/pack-bundle.js';
import type { EnvironmentOptions } from '../../../src/pipeline/environments/environment-options.js';
import { ensureEnvironment } from '../../../src/pipeline/environments/ensure-environment.js';
import { makeVendor, type VendorRequest } from '../../../src/pipeline/environments/vendor/make-vendor.js';
import { pythonWith } from '../../parse/python-environments.js';
import { uvForTests } from '../uv.js';
import { startPackageServer } from './package-server.js';
import { hasTools, lockParser, makeWheel, openWorkshop, type Workshop } from './workshop.js';

const canCutOff = spawnSync('unshare', ['--net', 'true']).status === 0;
if (!canCutOff) console.warn('SKIPPED: this machine does not let tests cut the network off (unshare --net)');

describe.skipIf(!hasTools)('a vendor folder', () => {
  let workshop: Workshop;
  let request: VendorRequest;
  let folder: string;
  const talk: string[] = [];

  /** Packages come from a server that is gone when the tests begin, and the folder has been moved since. */
  beforeAll(async () => {
    workshop = await openWorkshop();
    const server = await startPackageServer();
    const wheel = await makeWheel(join(workshop.directory, 'served'));
    server.pages.set('/simple/tiny-tables/', `<a href="/files/${wheel.name}">${wheel.name}</a>`);
    server.pages.set(`/files/${wheel.name}`, wheel.content);
    const index = `[[tool.uv.index]]\nname = "here"\nurl = "${server.url}/simple"\ndefault = true\n`;
    const parser = await lockParser(join(workshop.directory, 'served-parser'), index, workshop.env);
    const { archive, sourceHash } = await packBundle(parser.directory);
    const env = { ...workshop.env, PATH: `${dirname(uvForTests()!)}:/usr/bin:/bin` };
    const output = join(workshop.directory, 'made-here');
    request = { ...parser, archive, sourceHash, output, env, onMessage: (line) => talk.push(line) };
    await makeVendor(request);
    await server.close();
    folder = join(workshop.directory, 'elsewhere', 'vendor');
    mkdirSync(dirname(folder));
    renameSync(output, folder);
  });
  afterAll(() => workshop.close());

  /** A machine that has Python, and neither uv nor anything downloaded. */
  const machine = (more: Partial<EnvironmentOptions> = {}): EnvironmentOptions =>
    workshop.options({
      env: { PATH: `${dirname(pythonWith('bare')!)}:/usr/bin:/bin`, HOME: join(workshop.directory, `empty-home`) },
      ...more,
    });

  /** Runs commands of the built CLI where not even 127.0.0.1 can be reached, and reads their JSON. */
  const withoutNetwork = async (calls: readonly (readonly string[])[]): Promise<unknown[]> => {
    const batch = fileURLToPath(new URL('../../cli/fixtures/batch.mjs', import.meta.url));
    const env = machine().env as NodeJS.ProcessEnv;
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
    const child = spawn('unshare', ['--net', process.execPath, batch], { env, stdio: [...stdio] });
    child.send({ calls: calls.map((args) => ({ args, env: {} })), cwd: workshop.directory, env });
    const [results] = (await once(child, 'message')) as [{ stdout: string }[]];
    child.disconnect();
    return results.map(({ stdout }) => JSON.parse(stdout) as unknown);
  };

  const copy = async (name: string): Promise<string> => {
    const to = join(workshop.directory, name);
    await cp(folder, to, { recursive: true, verbatimSymlinks: true });
    return to;
  };

  test('says what is in it', async () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'casparian-vendor.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({
      format: 1,
      platform: `${process.platform}-${process.arch}`,
      uv: { version: expect.stringMatching(/^uv \d/) as string },
      environments: { [request.lockfileHash!]: { language: 'python', packages: 1 } },
      parsers: { counts: { source_hash: request.sourceHash, lockfile_hash: request.lockfileHash } },
    });
    expect((await packBundle(join(folder, 'bundles', 'counts.zip'))).sourceHash).toBe(request.sourceHash);
    expect((await readdir(folder)).sort()).toEqual([
      '.lock',
      'bin',
      'bundles',
      'casparian-vendor.json',
      'environments',
    ]);
    expect(talk).toHaveLength(2);
  });

  test.skipIf(!canCutOff)('registers and processes on a machine with no network at all', async () => {
    const before = await readdir(folder, { recursive: true });
    const home = join(workshop.directory, 'air-gapped');
    const incoming = join(workshop.directory, 'incoming');
    mkdirSync(incoming);
    writeFileSync(join(incoming, 'one.txt'), 'anything');
    const place = ['--home', home, '--json'];
    const [registered, scanned, processed] = await withoutNetwork([
      ['parser', 'register', join(folder, 'bundles', 'counts.zip'), '--vendor', folder, ...place],
      ['scan', incoming, '--tag', 'rows', ...place],
      ['process', '--vendor', folder, ...place],
    ]);
    expect(registered).toMatchObject({ name: 'counts', lockfile_hash: request.lockfileHash });
    expect(scanned).toMatchObject({ discovered: 1, jobs_created: 1 });
    expect(processed).toMatchObject({ completed: 1, failed: 0, rows_valid: 1 });
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  test('is what a machine without a network is told to bring along', async () => {
    const env = { ...request.env, UV_CACHE_DIR: join(workshop.directory, 'empty-cache') };
    await expect(ensureEnvironment(request, machine({ env, offline: true }))).rejects.toMatchObject({
      code: 'ENVIRONMENT_FAILED',
      retryable: false,
      message: expect.stringMatching(/Command: uv sync .*--offline/) as string,
      next: expect.arrayContaining([
        expect.objectContaining({ action: 'vendor', arguments: ['./counts'], options: { output: 'DIR' } }),
      ]) as unknown[],
    });
    // Nobody listens any more where the packages came from. That may pass.
    const unreachable = ensureEnvironment(request, machine({ env: { ...env, UV_HTTP_RETRIES: '0' } }));
    await expect(unreachable).rejects.toMatchObject({ code: 'ENVIRONMENT_FAILED', retryable: true });
  });

  test('is refused when it is none, lacks the lockfile, is damaged, or was made for another platform', async () => {
    const refusal = async (vendor: string, wanted = request): Promise<unknown> =>
      ensureEnvironment(wanted, machine({ vendor })).catch((error: unknown) => error);
    expect(await refusal(workshop.directory)).toMatchObject({
      code: 'VENDOR_INVALID',
      message: expect.stringContaining('not a vendor folder') as string,
    });
    const other = { ...request, directory: workshop.parser.directory, lockfileHash: workshop.parser.lockfileHash };
    expect(await refusal(folder, other)).toMatchObject({
      code: 'VENDOR_INVALID',
      message: expect.stringContaining("nothing for parser 'counts'") as string,
    });
    const damaged = await copy('damaged');
    const [module] = (await readdir(damaged, { recursive: true })).filter((path) => path.endsWith('tiny_tables.py'));
    appendFileSync(join(damaged, module!), '# one more byte');
    expect(await refusal(damaged)).toMatchObject({
      code: 'VENDOR_INVALID',
      message: expect.stringContaining('damaged') as string,
    });
    const manifest = join(damaged, 'casparian-vendor.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"platform": "[^"]+"/, '"platform": "plan9-mips"'));
    expect(await refusal(damaged)).toMatchObject({
      code: 'VENDOR_INVALID',
      why: expect.stringContaining('plan9-mips') as string,
    });
  });

  test('takes further parsers in, and a folder of other things is not touched', async () => {
    const output = await copy('growing');
    mkdirSync(join(output, '.draft-left-by-a-killed-one'));
    const unlocked = { ...request, parser: 'plain', lockfileHash: null, output };
    const manifest = await makeVendor(unlocked);
    expect(Object.keys(manifest.parsers)).toEqual(['counts', 'plain']);
    // What already exists is not downloaded again: no server would respond.
    expect((await makeVendor({ ...request, output })).environments).toEqual(manifest.environments);
    expect(Object.keys(manifest.environments)).toEqual([request.lockfileHash]);
    expect((await readdir(output)).filter((name) => name.startsWith('.draft-'))).toEqual([]);
    await expect(makeVendor({ ...unlocked, output: request.directory })).rejects.toMatchObject({
      code: 'VENDOR_INVALID',
      why: expect.stringContaining('parser.py') as string,
    });
  });

  test('takes no uv along that is only a script', async () => {
    const output = join(workshop.directory, 'with-a-script');
    await expect(makeVendor({ ...request, output, env: workshop.env })).rejects.toMatchObject({
      code: 'VENDOR_INVALID',
      why: expect.stringContaining('is a script') as string,
    });
  });
});
