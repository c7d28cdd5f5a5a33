// The passport benchmark: `npm run bench:passport`. Rates are per second of CPU time of one core, so that other programs on the
// machine disturb them little. Prints a table; exits with 1 if a goal is missed.
import { cjsonText, readEd25519Key } from '../../dist/platform/index.js';
import {
  bundleBytes,
  checkRules,
  compilePassport,
  localSigner,
  parseRules,
  qrCode,
  qrPayload,
  qrPng,
  signReceipt,
  verifyBundle,
} from '../../dist/passport/index.js';
import { terminalTable } from '../shared/table.mjs';
import { samplePassport } from './sample.mjs';
import { helpIfAsked } from '../shared/help.mjs';

helpIfAsked(`Usage: node bench/passport/run.mjs [options]

Measures the steps of making and verifying passports, per second of CPU time of one core.

  --help    this text`);

const ROUNDS = 5;
const ROUND_MS = 300;

const { input, source, rules } = samplePassport();
const signer = localSigner('bench-key', readEd25519Key(Buffer.alloc(32, 7)));
const compiled = compilePassport(input, rules);
const signed = await signReceipt(compiled.receiptCanonical, signer);
const { passportVersionId, snapshot } = input;
const bundled = { compiled, signed, passportVersionId, snapshot };
const bundle = bundleBytes({ ...bundled, withFacts: true, rules: { dsl: source, tests: '' } });
const proof = JSON.parse(compiled.proofCanonical.toString());
const text = qrPayload({ ...compiled, passportVersionId });

const tenThousandLines = ruleLines(10_000);

const stringify = await rate(() => Buffer.byteLength(JSON.stringify(proof)));
const canonical = await rate(() => Buffer.byteLength(cjsonText(proof)));
const rows = [
  row('compile and sign a passport with 50 fields', await rate(compileAndSign), 500),
  row('verify its bundle', await rate(() => verifyBundle(bundle, { replay: false })), 1_000),
  row('verify its bundle and evaluate the rules again', await rate(() => verifyBundle(bundle)), null),
  row('draw its QR code as a PNG', await rate(() => qrPng(qrCode(text))), 500),
  row('parse and check 10,000 lines of rules', await rate(() => checkRules(parseRules(tenThousandLines).rules), 1), 2),
  row('encode its proof: share of the rate of JSON.stringify', canonical / stringify, 0.3),
];
console.log(
  `${rules.fields.length} fields, ${proof.nodes.length} nodes, proof ${compiled.proofCanonical.length} bytes, bundle ${bundle.length} bytes\n`,
);
const columns = [
  { heading: 'operation', cell: ({ label }) => label, isText: true },
  { heading: 'per second and core', cell: ({ value }) => shown(value) },
  { heading: 'goal', cell: ({ goal }) => (goal === null ? '' : `≥ ${goal.toLocaleString('en')}`) },
];
console.log(terminalTable(columns, rows));
process.exitCode = rows.every(({ value, goal }) => value >= (goal ?? 0)) ? 0 : 1;

async function compileAndSign() {
  await signReceipt(compilePassport(input, rules).receiptCanonical, signer);
}

/** Rules of five lines each, every one of which reads the field before it. */
function ruleLines(lines) {
  const rule = (index) => [
    `-- The mass of part ${index}.`,
    `field part.p${index} : Dec(6) =`,
    `  let mass = unwrapOr(recordGet(requireSome(getFact("Part", "part:${index}"), "E${index}", "no part"), "mass_kg"), 0);`,
    '  assert(toDec(6, mass) >= 0.0, "E_MASS", "the mass is negative");',
    `  toDec(6, mass) + ${index === 0 ? '1.5' : `field("part.p${index - 1}")`};`,
  ];
  return Array.from({ length: lines / 5 }, (_, index) => rule(index))
    .flat()
    .join('\n');
}

/** Calls per second of CPU time: the best of several rounds. */
async function rate(operation, batch = 10) {
  let best = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.cpuUsage();
    let calls = 0;
    let spent = 0;
    while (spent < ROUND_MS * 1_000) {
      for (let index = 0; index < batch; index += 1) await operation();
      calls += batch;
      const { user, system } = process.cpuUsage(start);
      spent = user + system;
    }
    best = Math.max(best, (calls / spent) * 1e6);
  }
  return best;
}

function row(label, value, goal) {
  return { label, value, goal };
}

function shown(value) {
  return value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en');
}
