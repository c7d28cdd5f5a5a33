import { once } from 'node:events';
import { access, constants, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '../../platform/index.js';
import { type Check, failed, ok, type Verdict, warning } from './check.js';

const LONGEST_SOCKET_NAME = '999999999999';
/** The oldest supported releases, as in `engines` of package.json. Newer major versions are supported too. */
const OLDEST_NODES = [
  [20, 19],
  [22, 12],
] as const;
/** A worker with ten parsers has about 200 files, pipes and sockets open. */
const FEW_OPEN_FILES = 1_024;

export function machineChecks(): Check[] {
  return [
    { name: 'node', run: async () => nodeVerdict(process.versions.node) },
    { name: 'temporary folder', run: temporaryFolder },
    { name: 'open files', run: openFiles },
    { name: 'processes', run: processes },
  ];
}

export function nodeVerdict(version: string): Verdict {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const line = OLDEST_NODES.find(([oldestMajor]) => oldestMajor === major);
  const isSupported = line === undefined ? major > OLDEST_NODES[1][0] : minor >= line[1];
  if (isSupported) return ok(`Node ${version}`);
  return failed(`Node ${version} is not supported`, 'Install Node 24, or any from 20.19, 22.12 or a newer line.');
}

/** The sockets of parsers are there. The path of a socket is limited to about 100 bytes. */
async function temporaryFolder(): Promise<Verdict> {
  const place = tmpdir();
  const folder = await mkdtemp(join(place, 'casparian-'));
  const server = createServer().listen(join(folder, LONGEST_SOCKET_NAME));
  try {
    await once(server, 'listening');
    return ok(`${place}, short enough for sockets`);
  } catch (error) {
    return warning(
      `No socket can be created in ${place} (${errorMessage(error)}): /tmp is used for parsers`,
      'Set TMPDIR to a shorter path.',
    );
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Only Linux has the limit in a file. Node has raised the soft limit to the hard limit already. */
async function openFiles(): Promise<Verdict> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const limit = /^Max open files +(\S+)/m.exec(limits)?.[1];
  if (limit === undefined || limit === 'unlimited') return ok('No limit is known');
  if (Number(limit) >= FEW_OPEN_FILES) return ok(`Up to ${limit} at once`);
  return warning(
    `Only ${limit} files may be open at once`,
    'Raise it: ulimit -n 65536, or LimitNOFILE= in a systemd unit.',
  );
}

/** The shell sets the limits of programs; /proc lists the children that a program left behind. */
async function processes(): Promise<Verdict> {
  const shell = await access('/bin/sh', constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!shell) return failed('/bin/sh is missing', 'Install a shell: it sets the limits of CPU time.');
  const [, , , pid] = (await readFile('/proc/self/stat', 'utf8').catch(() => '')).split(' ');
  if (pid !== undefined || process.platform !== 'linux')
    return ok('Programs can be limited, and stopped with their children');
  return warning(
    '/proc is not mounted: children that a program left behind cannot be found',
    'Mount it: mount -t proc proc /proc',
  );
}
