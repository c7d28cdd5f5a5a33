// How many passports per second one worker makes from documents to QR codes on PostgreSQL, and whether compiling costs more in a
// database with many: `node bench/passport/chain.mjs [PASSPORTS] [few|many]`. Prints a table; exits with 1 if a goal is missed.
import { fileURLToPath } from 'node:url';
import { print } from '../shared/command.mjs';
import { measureProcess } from '../shared/measured-process.mjs';
import { terminalTable } from '../shared/table.mjs';
import { withCases } from '../shared/with-cases.mjs';
import { helpIfAsked } from '../shared/help.mjs';

helpIfAsked(`Usage: node bench/passport/chain.mjs [PASSPORTS] [few|many]

Measures how many passports per second one worker makes from documents to QR codes on PostgreSQL.

  PASSPORTS   how many to make (default 500)
  few, many   only in a database with few or many passports
  --help      this text`);

const PROGRAM = fileURLToPath(new URL('programs/chain.mjs', import.meta.url));
const passports = Number(process.argv[2] ?? 500);
const FEW = 100;
const MANY = 100_000;
const PER_SECOND = 100;
/** Compilations vary from run to run by about this much. */
const TOLERANCE = 1.25;

const cases = [
  { id: 'few', label: `${FEW} passports in the database`, store: 'pg', existing: FEW },
  { id: 'many', label: `${MANY.toLocaleString('en')} passports in the database`, store: 'pg', existing: MANY },
];

process.exitCode = await withCases(cases, process.argv[3] && [process.argv[3]], async ({ possible, postgres }) => {
  const rows = [];
  for (const [index, { label, existing }] of possible.entries()) {
    const url = await postgres.createDatabase(`chain_${index}`);
    const argv = [process.execPath, PROGRAM, String(passports), String(existing), url];
    const { answer } = await measureProcess(argv, new AbortController().signal);
    rows.push({ label, ...answer, perSecond: answer.passports / answer.seconds });
  }
  const columns = [
    { heading: `${passports} passports, documents to QR codes`, cell: ({ label: text }) => text, isText: true },
    { heading: 'per second', cell: ({ perSecond }) => perSecond.toFixed(0) },
    { heading: 'CPU of the worker, ms', cell: (row) => ((row.cpuSeconds / row.passports) * 1_000).toFixed(1) },
    { heading: 'statements', cell: (row) => (row.statements / row.passports).toFixed(1) },
    { heading: 'CPU of the client, ms', cell: (row) => ((row.clientCpuSeconds / row.passports) * 1_000).toFixed(1) },
    { heading: 'compile, median ms', cell: (row) => (row.medianCompileSeconds * 1_000).toFixed(1) },
  ];
  print(terminalTable(columns, rows));
  const [few, many] = rows;
  const isFast = rows.every(({ perSecond }) => perSecond >= PER_SECOND);
  const isFlat = !many || many.cpuSeconds <= few.cpuSeconds * TOLERANCE;
  return isFast && isFlat ? 0 : 1;
});
