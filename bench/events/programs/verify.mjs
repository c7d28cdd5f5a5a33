// node verify.mjs database|file EVENTS DATABASE FILE: verifies a log, from the database or from its export, and prints the seconds.
import { generateKeyPairSync, sign } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { openEngine } from '../../../dist/engine/index.js';
import * as log from '../../../dist/events/index.js';
import { exactJson } from '../../../dist/platform/index.js';
import { madeEvent } from './made-events.mjs';
import { startClock } from './work-clock.mjs';

const [from, amount, database, file] = process.argv.slice(2);
const EVENTS_PER_TRANSACTION = 10_000;

const engine = await openEngine({ database, migrate: true, schemaLines: [log.EVENTS_MIGRATIONS] });
const events = Array.from({ length: Number(amount) }, (_, index) => madeEvent(index));
for (let at = 0; at < events.length; at += EVENTS_PER_TRANSACTION) {
  const some = events.slice(at, at + EVENTS_PER_TRANSACTION);
  await engine.database.transaction((tx) => log.recordEvents(tx, 'default', some));
}
const key = newSigningKey();
await log.sealEvents(engine.database, 'default', key);
if (from === 'file') await writeExport();
await verify();
const seconds = await verify();
await engine.close();
process.stdout.write(JSON.stringify({ seconds }));

function newSigningKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    keyId: 'bench',
    publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x, 'base64url').toString('base64'),
    sign: (bytes) => sign(null, bytes, privateKey).toString('base64'),
  };
}

async function verify() {
  const clock = startClock(from === 'file' ? 'file' : engine.database.dialect);
  const source = from === 'file' ? await log.openExport(file) : log.databaseSource(engine.database, 'default');
  const report = await log.verifyEvents(source, { trustedKeys: [key.publicKey] });
  if (!report.ok || report.events !== events.length) throw new Error(`not verified: ${JSON.stringify(report)}`);
  return clock();
}

async function writeExport() {
  const stream = createWriteStream(file);
  for await (const record of log.exportEvents(engine.database, 'default', {})) {
    if (!stream.write(`${exactJson(record)}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
}
