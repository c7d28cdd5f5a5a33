import { expect, test } from 'vitest';
import { cronWords } from '../../dashboard/src/views/schedules/cron-words.js';

test.each([
  ['* * * * *', 'Every minute'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['*/15 9-17 * * 1-5', 'Every 15 minutes from 09 to 17, Monday to Friday'],
  ['0 * * * *', 'Every hour'],
  ['30 * * * *', 'Every hour at :30'],
  ['0 */6 * * *', 'Every 6 hours'],
  ['0 3 * * *', 'Every day at 03:00'],
  ['0 6,18 * * *', 'Every day at 06:00 and 18:00'],
  ['5 4 * * sun', 'On Sunday at 04:05'],
  ['0 0 * * 7', 'On Sunday at 00:00'],
  ['0 9 * * 1,3,5', 'On Monday, Wednesday and Friday at 09:00'],
  ['0 0 1 * *', 'On the 1st of the month at 00:00'],
  ['0 0 1 1 *', 'On the 1st of the month at 00:00 in January'],
  ['@daily', 'Every day at 00:00'],
  ['30 0 3 * * *', 'Every day at 03:00:30'],
  ['*/10 * * * * *', 'Every 10 seconds'],
  // Too special for words: the text itself.
  ['0 0 1-7 * 1#2', '0 0 1-7 * 1#2'],
  ['7-23/3 * * * *', '7-23/3 * * * *'],
  ['', ''],
  ['not a cron', 'not a cron'],
])('%s is "%s"', (cron, words) => {
  expect(cronWords(cron)).toBe(words);
});
