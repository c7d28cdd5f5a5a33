import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '../../src/settings/table.js';
import { readCommandLine } from './command-line.js';

interface Service {
  image?: string;
  command?: string[];
  environment?: Record<string, unknown>;
  volumes?: string[];
  expose?: string[];
  healthcheck?: object;
  stop_grace_period?: string;
  depends_on?: Record<string, unknown>;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

let dockerfile: string, unit: string, guide: string, composeText: string;
let compose: Compose;
beforeAll(async () => {
  const paths = ['Dockerfile', 'deploy/casparian-worker.service', 'docs/guides/production.md', 'compose.yaml'];
  [dockerfile = '', unit = '', guide = '', composeText = ''] = await Promise.all(paths.map(read));
  compose = parse(composeText, { merge: true }) as Compose;
});

/** The services that run our image, whose entry point is `casparian`. */
function ours(): Service[] {
  return Object.values(compose.services).filter(({ image }) => image === 'casparian');
}

test('every command line is valid', async () => {
  // The other commands of the guide run in its own test.
  const shown = [...guide.matchAll(/^casparian (worker .+)$/gm), ...unit.matchAll(/^ExecStart=.*casparian (.+)$/gm)];
  const ofImage = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '') as string[];
  const lines = [
    ...shown.map(([, line = '']) => line.split(' ')),
    ...ours().map(({ command }) => command ?? ofImage),
    ofImage,
  ];
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) await expect(readCommandLine(line), line.join(' ')).resolves.toBeUndefined();
});

test('every variable belongs to a setting', () => {
  const known = new Set(Object.values(SETTINGS).map(({ env }) => env as string));
  const named = [dockerfile, unit, guide, composeText].flatMap((text) => text.match(/\bCASPARIAN_[A-Z_]+/g) ?? []);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('the exposed port, the metrics port and the health check agree', () => {
  const port = /CASPARIAN_METRICS_PORT=(\d+)/.exec(dockerfile)?.[1] ?? '';
  expect(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]).toBe(port);
  expect(dockerfile).toContain(`http://127.0.0.1:${port}/health/live`);
  expect(unit).toContain(`--metrics-port ${port}`);
  const { command = [], expose } = compose.services['worker'] ?? {};
  expect(command[command.indexOf('--metrics-port') + 1]).toBe(port);
  expect(expose).toEqual([port]);
});

test('every supervisor waits longer than the grace period of the worker', () => {
  const graceOf = (text: string): number => Number(/CASPARIAN_STOP_GRACE_SECONDS[=:] ?(\d+)/.exec(text)?.[1]);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(graceOf(unit) + 10);
  const patience = parseInt(compose.services['worker']?.stop_grace_period ?? '', 10);
  expect(patience).toBeGreaterThan(graceOf(composeText) + 10);
});

describe('compose.yaml', () => {
  test('names only existing services and volumes', () => {
    const services = Object.values(compose.services);
    const wanted = services.flatMap(({ depends_on = {} }) => Object.keys(depends_on));
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(wanted));
    const mounted = services.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    const named = mounted.filter((name) => !name.startsWith('.'));
    expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort());
  });

  test('mounts the home of the image, and contains no password', () => {
    const home = /CASPARIAN_HOME=(\S+)/.exec(dockerfile)?.[1];
    for (const { volumes } of ours()) expect(volumes).toContain(`home:${home}`);
    const passwords = composeText.match(/PASS(WORD)?: .*|:\/\/casparian:[^@]*@/g) ?? [];
    expect(passwords.filter((place) => !place.includes('${'))).toEqual([]);
  });

  test('has a health check for every service that others wait for', () => {
    expect(compose.services['postgres']?.healthcheck).toBeDefined();
    expect(compose.services['rabbitmq']?.healthcheck).toBeDefined();
    expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  });
});

test('the image runs as an unprivileged user, under an init process', () => {
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toContain('ENTRYPOINT ["tini", "--", "casparian"]');
});

test('files that the Dockerfile copies are not ignored', async () => {
  const admitted = (await read('.dockerignore')).match(/^!(.+)$/gm)?.map((line) => line.slice(1)) ?? [];
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
  expect([...new Set(copied)].sort()).toEqual([...admitted].sort());
});
