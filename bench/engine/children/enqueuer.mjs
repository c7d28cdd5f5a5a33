// The second process of a measurement with two processes: it only enqueues, as ordered, and exits.
import { enqueueAtRandom, enqueueSingly, enqueueSteadily } from '../measure/enqueue.mjs';
import { subjectNamed } from '../subjects/index.mjs';

const PACES = { random: enqueueAtRandom, steady: enqueueSteadily };

process.on('disconnect', () => process.exit(1)); // the worker's process ended

const { subject, place, pace, params } = JSON.parse(process.argv[2]);
const driver = await subjectNamed(subject).open(place);
await enqueueSingly(driver, 20, 1); // warm-up: without a stamp, so not counted
await new Promise((resolve) => process.send('ready', resolve));
await PACES[pace](driver, params);
process.exit(0);
