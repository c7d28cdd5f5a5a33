// A task in Node. Its envelope goes to the descriptor that CASPARIAN_RESULT_FD names, so that stdout is free for anything.
//
//   casparian task submit --wait --payload '{"file": "orders.csv"}' -- node examples/tasks/count-lines.mjs
import { readFileSync, writeSync } from 'node:fs';

function countLines({ file }) {
  return { lines: readFileSync(file, 'utf8').split('\n').length - 1 };
}

function report(envelope) {
  // Without Casparian there is no such descriptor: then it is the last line of stdout.
  writeSync(Number(process.env.CASPARIAN_RESULT_FD ?? 1), `${JSON.stringify(envelope)}\n`);
  process.exitCode = envelope.ok ? 0 : 1;
}

try {
  report({ ok: true, result: countLines(JSON.parse(readFileSync(0, 'utf8'))) });
} catch ({ name, message, stack, code }) {
  report({ ok: false, error: { class: name, message, traceback: stack, retryable: code === 'ENOENT' } });
}
