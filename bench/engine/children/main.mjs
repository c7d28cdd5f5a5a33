// One measurement in a process of its own: `node main.mjs '{"scenario", "subject", "place", "params"}'`.
// It does nothing but that subject, so that neither memory nor compiled code of another can colour the result, and
// prints one JSON line: the measured values.
import { scenarioNamed } from '../scenarios/index.mjs';
import { subjectNamed } from '../subjects/index.mjs';

const order = JSON.parse(process.argv[2]);
const subject = subjectNamed(order.subject);
const values = await scenarioNamed(order.scenario).measure({ subject, place: order.place, params: order.params });

// Peers may leave timers or connections behind; the measurement is over, so nothing is waited for.
process.stdout.write(`${JSON.stringify({ values })}\n`, () => process.exit(0));
