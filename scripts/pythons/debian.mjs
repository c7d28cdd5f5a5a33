import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/root.mjs';
import { run, tail } from '../setup/run.mjs';

const folder = join(root, '.cache', 'pythons', 'debian');
const limitMs = 5 * 60_000;
/** Wheels need libstdc++, and must not find the older one of the machine. */
const alsoNeeded = ['libstdc++6'];

/** No release has 3.10 or 3.12. The loader of bullseye, which has 3.9, cannot start a program under another name. */
const releases = { 3.11: 'bookworm', 3.13: 'trixie', 3.14: 'sid' };

/**
 * Unpacks the interpreter of a Debian release into .cache, with its own libc. It changes nothing on the machine: apt-get
 * gets its own lists, status and archives, and dpkg-deb only unpacks. Returns `{ path, origin }` or `{ obstacle }`.
 */
export async function installFromDebian(version) {
  const release = releases[version];
  if (release === undefined) return { obstacle: 'it is not among the releases of Debian that work here.' };
  const mirror = debianMirror();
  if (mirror === undefined) return { obstacle: 'this machine has no apt-get that reads a Debian archive.' };
  const obstacle = (await download(version, release, mirror)) ?? unpack(version);
  return obstacle === undefined ? unpackedFromDebian(version)[0] : { obstacle };
}

/** The interpreter that an earlier run has unpacked, if any. */
export function unpackedFromDebian(version) {
  const path = join(folder, version, 'usr', 'bin', `python${version}`);
  return existsSync(path) ? [{ path, origin: `Debian ${releases[version]}` }] : [];
}

/** The archive that the machine itself uses. Other releases are in the same place. */
function debianMirror() {
  const format = ['--format', '$(REPO_URI)', 'Created-By: Packages', 'Origin: Debian', 'Label: Debian'];
  try {
    const lines = execFileSync('apt-get', ['indextargets', ...format], { encoding: 'utf8', stdio: 'pipe' });
    return lines.split('\n').find((line) => line !== '');
  } catch {
    return undefined;
  }
}

async function download(version, release, mirror) {
  const place = join(folder, `${version}.apt`);
  rmSync(place, { recursive: true, force: true });
  for (const each of ['lists', 'archives']) mkdirSync(join(place, each, 'partial'), { recursive: true });
  writeFileSync(join(place, 'status'), '');
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
  writeFileSync(join(place, 'sources.list'), `deb [signed-by=${keyring}] ${mirror} ${release} main\n`);
  const settings = {
    'Dir::Etc::sourcelist': join(place, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State::lists': join(place, 'lists'),
    'Dir::State::status': join(place, 'status'),
    'Dir::Cache::archives': join(place, 'archives'),
    'Dir::Cache::pkgcache': '',
    'Dir::Cache::srcpkgcache': '',
    'Acquire::Languages': 'none',
    'Acquire::IndexTargets::deb::DEP-11::DefaultEnabled': 'false',
    // The newest lists of an archived release are old.
    'Acquire::Check-Valid-Until': 'false',
    'APT::Sandbox::User': 'root',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const packages = [`python${version}`, ...alsoNeeded];
  for (const [args, label] of [
    [['update'], `reading the packages of Debian ${release}`],
    [
      ['install', '-y', '--no-install-recommends', '--download-only', ...packages],
      `downloading Python ${version} (20 MB)`,
    ],
  ]) {
    const result = await run('apt-get', ['-q', ...options, ...args], { label, timeoutMs: limitMs });
    if (!result.ok) return `${label} failed:\n${tail(result.output, 4)}`;
  }
  return undefined;
}

/** Unpacked under a temporary name and then renamed, so that a partial interpreter is never used. */
function unpack(version) {
  const archives = join(folder, `${version}.apt`, 'archives');
  const draft = join(folder, `${version}.draft`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  for (const name of readdirSync(archives).filter((each) => each.endsWith('.deb'))) {
    execFileSync('dpkg-deb', ['-x', join(archives, name), draft]);
  }
  const program = join('usr', 'bin', `python${version}`);
  renameSync(join(draft, program), join(draft, `${program}.bin`));
  writeFileSync(join(draft, program), startWithOwnLoader(draft, join(folder, version), program), { mode: 0o755 });
  rmSync(join(folder, version), { recursive: true, force: true });
  renameSync(draft, join(folder, version));
  rmSync(join(folder, `${version}.apt`), { recursive: true });
}

/**
 * A newer Python needs a newer libc than the machine's, and a program with another libc must be started by that libc's
 * loader. `patchelf` could write the loader into the program, but Debian's Python 3.14 crashes after that.
 */
function startWithOwnLoader(draft, target, program) {
  const libraries = ['lib', 'usr/lib'].flatMap((each) => namesIn(draft, each, /-linux-gnu/));
  const [loader] = libraries.flatMap((each) => namesIn(draft, each, /^ld-linux/));
  const libraryPath = libraries.map((each) => join(target, each)).join(':');
  // The shell sets PWD, which a test would find in the environment of a parser.
  return `#!/bin/sh
unset PWD
exec '${join(target, loader)}' --argv0 "$0" --library-path '${libraryPath}' '${join(target, program)}.bin' "$@"
`;
}

function namesIn(draft, parent, pattern) {
  const names = existsSync(join(draft, parent)) ? readdirSync(join(draft, parent)) : [];
  return names.filter((name) => pattern.test(name)).map((name) => join(parent, name));
}
