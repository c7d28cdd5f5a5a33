import { expect, test } from 'vitest';
import { createSandboxes, type SandboxSettings } from '../../../src/pipeline/sandbox/parser-sandbox.js';

function sandboxesWith(settings: Partial<SandboxSettings>) {
  const warnings: string[] = [];
  const sandboxOf = createSandboxes({
    env: process.env,
    python: undefined,
    sandbox: () => ({ mode: 'auto', read: ['/data'], allowsNetwork: false, ...settings }),
  });
  const of = (network: boolean) => sandboxOf({ name: 'rates', network }, (text) => warnings.push(text));
  return { of, warnings };
}

test.each([
  ['declares it, and the operator allows it', true, true, true],
  ['declares it, and the operator does not allow it', true, false, false],
  ['does not declare it', false, true, false],
])('a parser that %s: network', async (_, declares, allowsNetwork, has) => {
  const { of, warnings } = sandboxesWith({ allowsNetwork });
  expect(await of(declares)).toMatchObject({ hasNetwork: has, isRequired: false, read: ['/data'] });
  await of(declares);
  expect(warnings).toEqual(
    declares && !allowsNetwork
      ? ["'rates' declares network = true, but has no network: set parser_network = true in [parsers.rates]."]
      : [],
  );
});

test('the modes: off has no sandbox, require demands all of it, auto warns once about what is missing', async () => {
  expect(await sandboxesWith({ mode: 'off' }).of(true)).toBeUndefined();
  expect(await sandboxesWith({ mode: 'require' }).of(false)).toMatchObject({ isRequired: true });
  const { of, warnings } = sandboxesWith({ mode: 'auto' });
  const sandbox = await of(false);
  for (let file = 0; file < 3; file++) sandbox?.onIncomplete('not contained: files (needs Landlock)');
  expect(warnings).toEqual([
    'The sandbox of parsers is incomplete: not contained: files (needs Landlock). The doctor explains each layer.',
  ]);
});
