import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EnvironmentOptions } from '../../../src/pipeline/environments/environment-options.js';
import { ensureEnvironment, releaseEnvironments } from '../../../src/pipeline/environments/ensure-environment.js';
import { makeVendor, type VendorRequest } from '../../../src/pipeline/environments/vendor/make-vendor.js';
import { pipelineHome } from '../../../src/pipeline/index.js';
import { type PackageServer, startPackageServer } from './package-server.js';

describe('the packages of a Node parser', () => {
  let directory: string;
  let server: PackageServer;
  let request: VendorRequest;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'casparian-node-packages-'));
    server = await startPackageServer();
    const tarball = packTarball(directory);
    server.pages.set('/tiny/-/tiny-1.0.0.tgz', tarball);
    const parser = join(directory, 'parser');
    writeParser(parser, server.url, tarball);
    const lockfileHash = sha256(readFileSync(join(parser, 'package-lock.json')));
    request = {
      parser: 'counts',
      directory: parser,
      language: 'node',
      lockfileHash,
      sourceHash: sha256(Buffer.from(lockfileHash)),
      archive: Buffer.from('the bundle'),
      output: join(directory, 'vendor'),
      env: { PATH: process.env['PATH'], HOME: join(directory, 'nobody') },
    };
  });
  afterAll(async () => {
    releaseEnvironments();
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const options = (more: Partial<EnvironmentOptions>): EnvironmentOptions => ({
    home: pipelineHome(join(directory, 'home')),
    python: '/is/not/looked/at',
    offline: false,
    vendor: undefined,
    env: request.env,
    ...more,
  });

  test('are installed from package-lock.json, here or from a vendor folder, and found by the parser', async () => {
    await makeVendor(request);
    await server.close();
    // A link that leads nowhere any more is replaced.
    symlinkSync(join(directory, 'gone'), join(request.directory, 'node_modules'));
    const interpreter = await ensureEnvironment(request, options({ vendor: request.output }));
    expect(interpreter).toEqual({ path: process.execPath, chosenBy: 'its lockfile' });
    const said = execFileSync(interpreter.path, [join(request.directory, 'parser.mjs')]).toString();
    expect(said).toBe('3 rows\n');
    expect(existsSync(join(directory, 'scripts-ran'))).toBe(false);
    expect(await ensureEnvironment(request, options({ offline: true }))).toEqual(interpreter);
  });

  test('that cannot be installed are reported as those of Python are', async () => {
    const elsewhere = options({ home: pipelineHome(join(directory, 'other-home')), offline: true });
    await expect(ensureEnvironment(request, elsewhere)).rejects.toMatchObject({
      code: 'ENVIRONMENT_FAILED',
      message: expect.stringMatching(
        /parser 'counts'\n\nCommand: npm ci [^]*Working dir: [^]*Exit code: [^]*Stderr:\n {2}npm /,
      ) as string,
      next: expect.arrayContaining(['Check that the lockfile is valid: npm ci --dry-run']) as string[],
    });
  });
});

function writeParser(folder: string, registry: string, tarball: Buffer): void {
  mkdirSync(folder);
  const project = { name: 'counts', version: '1.0.0', dependencies: { tiny: '1.0.0' } };
  const tiny = {
    version: '1.0.0',
    resolved: `${registry}/tiny/-/tiny-1.0.0.tgz`,
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    hasInstallScript: true,
  };
  const lock = { ...project, lockfileVersion: 3, packages: { '': project, 'node_modules/tiny': tiny } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  writeFileSync(join(folder, 'parser.mjs'), "import { rows } from 'tiny';\nconsole.log(`${rows} rows`);\n");
}

/** A package with a script that must not run. */
function packTarball(directory: string): Buffer {
  const folder = join(directory, 'package');
  mkdirSync(folder);
  const scripts = { install: `touch ${join(directory, 'scripts-ran')}` };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'tiny', version: '1.0.0', main: 'i.js', scripts }),
  );
  writeFileSync(join(folder, 'i.js'), 'exports.rows = 3;\n');
  return execFileSync('tar', ['-cz', '-C', directory, 'package']);
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
