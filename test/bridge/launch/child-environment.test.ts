import { expect, test } from 'vitest';
import { childEnvironment } from '../../../src/bridge/launch/child-environment.js';

test('a process without a network does not load the certificates of a proxy, unless the owner allows it', () => {
  const env = { PATH: '/bin', NODE_EXTRA_CA_CERTS: '/etc/proxy.pem' };
  expect(childEnvironment(env, [])).toEqual({ PATH: '/bin' });
  expect(childEnvironment(env, ['NODE_EXTRA_CA_CERTS'])).toEqual(env);
});

test('a registered parser sees harmless names, those that are allowed, and no secret', () => {
  const harmless = { PATH: '/bin', HOME: '/home/me', LANG: 'de_DE.UTF-8', LC_ALL: 'C', TZ: 'UTC', TMPDIR: '/tmp' };
  const secrets = { DATABASE_URL: 'x', CASPARIAN_DATABASE_URL: 'x', AWS_SECRET_ACCESS_KEY: 'x', GITHUB_TOKEN: 'x' };
  const allowed = { SAP_HOST: 'sap', MISSING: undefined };
  expect(childEnvironment({ ...harmless, ...secrets, ...allowed }, ['SAP_HOST', 'MISSING'])).toEqual({
    ...harmless,
    SAP_HOST: 'sap',
  });
});
