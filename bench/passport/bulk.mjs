// How long the passports of 10,000 batteries of one model take on PostgreSQL with one worker: `node bench/passport/bulk.mjs [BATTERIES]`.
// Prints a table; exits with 1 if the goal of 3 minutes for 10,000 is missed.
import { fileURLToPath } from 'node:url';
import { print } from '../shared/command.mjs';
import { helpIfAsked } from '../shared/help.mjs';
import { measureProcess } from '../shared/measured-process.mjs';
import { terminalTable } from '../shared/table.mjs';
import { withCases } from '../shared/with-cases.mjs';

helpIfAsked(`Usage: node bench/passport/bulk.mjs [BATTERIES]

Measures how long one worker takes for the passports of many batteries of one model on PostgreSQL, and verifies every passport.

  BATTERIES   how many (default 10000)
  --help      this text`);

const PROGRAM = fileURLToPath(new URL('programs/bulk.mjs', import.meta.url));
const batteries = Number(process.argv[2] ?? 10_000);
/** 10,000 in three minutes. */
const PER_SECOND = 10_000 / 180;
/** The worker must not need more memory for more batteries. */
const MAX_MB = 600;

const cases = [{ id: 'bulk', label: `${batteries} batteries of one model`, store: 'pg' }];

process.exitCode = await withCases(cases, undefined, async ({ possible, postgres }) => {
  const rows = [];
  for (const { label } of possible) {
    const url = await postgres.createDatabase('bulk');
    const argv = [process.execPath, PROGRAM, String(batteries), url];
    const { answer } = await measureProcess(argv, new AbortController().signal);
    rows.push({ label, ...answer, perSecond: answer.batteries / answer.seconds });
  }
  const columns = [
    { heading: 'file to versions in force', cell: ({ label }) => label, isText: true },
    { heading: 'seconds', cell: ({ seconds }) => seconds.toFixed(1) },
    { heading: 'per second', cell: ({ perSecond }) => perSecond.toFixed(0) },
    { heading: 'CPU of the worker, ms each', cell: (row) => ((row.cpuSeconds / row.batteries) * 1_000).toFixed(1) },
    { heading: 'peak MB', cell: ({ peakMb }) => peakMb.toFixed(0) },
    { heading: 'verified', cell: ({ verified }) => String(verified) },
    { heading: 'verify, seconds', cell: ({ verifySeconds }) => verifySeconds.toFixed(1) },
  ];
  print(terminalTable(columns, rows));
  const isGood = rows.every(
    ({ perSecond, peakMb, verified }) => perSecond >= PER_SECOND && peakMb <= MAX_MB && verified === batteries,
  );
  return isGood ? 0 : 1;
});
