// Runs one measurement: `node main.mjs '{"scenario", "subject", "place", "params"}'`. The process runs only this
// subject, so that memory or compiled code of another cannot influence the result. It prints the measured values as one
// line of JSON.
import { scenarioNamed } from '../scenarios/index.mjs';
import { subjectNamed } from '../subjects/index.mjs';

const order = JSON.parse(process.argv[2]);
const subject = subjectNamed(order.subject);
const values = await scenarioNamed(order.scenario).measure({ subject, place: order.place, params: order.params });

// Peers may leave timers or connections open; the measurement is complete, so do not wait for them.
process.stdout.write(`${JSON.stringify({ values })}\n`, () => process.exit(0));
