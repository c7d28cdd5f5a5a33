import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { pythonTool } from './python-tools.js';

const validator = pythonTool('openapi-spec-validator');
const DOCUMENT = fileURLToPath(new URL('../../../docs/reference/openapi.json', import.meta.url));

// That the file is the document of the routes is a test of all reference pages.
test.skipIf(!validator)('the OpenAPI document is valid', async () => {
  const { stdout } = await promisify(execFile)(validator!, ['--schema', '3.1', DOCUMENT]);
  expect(stdout).toContain('OK');
});
