import { expect, test } from 'vitest';
import { entryJson } from '../../../src/pipeline/quarantine/entry-json.js';
import { groupJson } from '../../../src/pipeline/quarantine/group-json.js';

const ENTRY = {
  ...{ jobId: 'job', output: 'o', source: '/in/a', rowNumber: 4, column: null, errorType: 't', errorMessage: 'm' },
  status: 'evidence',
  raw: '{"n": 12345678901234567890}',
};

test('a bad row and a group of them are one line of JSON, with the raw row as it came', () => {
  const entry = '{"job_id":"job","output":"o","source":"/in/a","row_number":4,"column":null,"error_type":"t","error_message":"m","status":"evidence","failed":true,"raw":{"n": 12345678901234567890}}';
  expect(entryJson(ENTRY as never)).toBe(entry);
  const group = { parser: 'p', output: 'o', column: 'c', errorType: 't', rows: 2, messages: 1, example: ENTRY };
  expect(groupJson(group as never)).toBe(
    `{"parser":"p","output":"o","column":"c","error_type":"t","rows":2,"messages":1,"example":${entry}}`,
  );
}); // oxfmt-ignore
