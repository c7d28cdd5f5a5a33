import { connectSqlite } from 'casparian/engine';
import pg from 'pg';
import { chargeOrder, openJobs } from './jobs.js';

const engine = await openJobs();
await engine.database.script('CREATE TABLE IF NOT EXISTS orders (id integer PRIMARY KEY)');

// Ours. It commits when the function resolves, and rolls back when it throws.
await engine.transaction(async (tx) => {
  await tx.query('INSERT INTO orders VALUES (10)');
  await engine.enqueue(chargeOrder, { order: 10, cents: 100 }, { transaction: tx });
});

const lost = engine.transaction(async (tx) => {
  await tx.query('INSERT INTO orders VALUES (11)');
  await engine.enqueue(chargeOrder, { order: 11, cents: 100 }, { transaction: tx });
  throw new Error('the customer changed her mind');
});
await lost.catch((error: Error) => console.log(`rolled back: ${error.message}`));

// Yours.
if (engine.database.dialect === 'postgres') {
  const client = new pg.Client(process.env['DATABASE_URL']);
  await client.connect();
  await client.query('BEGIN');
  await client.query('INSERT INTO orders VALUES (12)');
  await engine.enqueue(chargeOrder, { order: 12, cents: 100 }, { transaction: client });
  await client.query('COMMIT');
  await client.end();
} else {
  const db = connectSqlite('jobs.db');
  db.exec('BEGIN IMMEDIATE');
  db.exec('INSERT INTO orders VALUES (12)');
  await engine.enqueue(chargeOrder, { order: 12, cents: 100 }, { transaction: db });
  db.exec('COMMIT');
  db.close();
}

const orders = await engine.database.query<{ id: number }>('SELECT id FROM orders ORDER BY id');
const waiting = await engine.jobs({ type: 'charge-order', statuses: ['pending'] });
console.log(`orders ${orders.map(({ id }) => id).join(', ')}; ${waiting.length} jobs wait`);
await engine.close();
