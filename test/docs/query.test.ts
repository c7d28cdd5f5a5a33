import { expect, test } from 'vitest';
import { follow } from './staging/follow.js';
import { blocksOf } from './staging/page.js';

test('the commands of the query guide work and give the results that it describes', { timeout: 180_000 }, async () => {
  const { said, about } = await follow(await blocksOf('docs/guides/query.md'));
  expect(about('datasets show')).toMatch(
    /orders +3 +2 .* orders v1\.0\.0\n.*amount +DECIMAL\(18,2\)\n.*_cf_source +VARCHAR/s,
  );
  expect(about('sum(amount) as total from orders group by customer')).toBe('customer,total\nAnn,110.49\nBob,7.25\n');
  expect(about('limit 2')).toBe(
    '[{"id":1,"amount":10.50,"day":"2024-03-01"},\n{"id":2,"amount":7.25,"day":"2024-03-01"}]\n',
  );
  expect(about('from quarantine')).toMatch(/april\.csv","row_number":2,.*"raw":\{"id":"4",/);
  expect(about('from quarantine')).toMatch(
    /status,files\ncompleted,1\ncompleted_with_warnings,1|completed_with_warnings,1\ncompleted,1/,
  );
  expect(about('days.sql')).toBe('day,n\n2024-03-01,2\n2024-04-02,1\n');
  expect(about('stolen.csv').match(/QUERY_REFUSED|refused\n/g)).toHaveLength(4);
  expect(about('--allow-files')).toBe('n\n2\n');
  expect(about('shop.sqlite').match(/→ .* \(\d rows\)/g)).toHaveLength(5);
  expect(about('compact orders')).toMatch(/orders: 2 files .* merged into 1 .*n\n3\n/s);
  expect(about('0.00')).toMatch(/id,amount\n1,10\.50\n2,7\.25\n3,99\.99\n4,0\.00\n$/);
  expect(said.at(-2)).toMatch(/2 files checked, all unchanged/);
  expect(said.at(-1)).toContain('{"checked":1,"ok":1,"missing":[],"changed":[]}');
});
