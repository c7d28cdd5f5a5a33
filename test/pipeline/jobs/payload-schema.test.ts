import { expect, test } from 'vitest';
import { textFields } from '../../../src/pipeline/jobs/payload-schema.js';

const { validate } = textFields<{ parser: string; path: string }>('parser', 'path')['~standard'];
const MISSING = [{ message: 'parser: expected text' }, { message: 'path: expected text' }];

test('a payload whose fields are all text is valid as it was given', () => {
  const payload = { parser: 'sales', path: '', more: 1 };
  expect(validate(payload)).toEqual({ value: payload });
});

test.each([null, undefined, 'parser', 7, [], {}])('%j lacks every field', (payload) => {
  expect(validate(payload)).toEqual({ issues: MISSING });
});

test('a field that is not text is named', () => {
  expect(validate({ parser: 'sales', path: 1 })).toEqual({ issues: [{ message: 'path: expected text' }] });
  expect(validate({ parser: null, path: '/a' })).toEqual({ issues: [{ message: 'parser: expected text' }] });
});
