import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { once } from 'node:events';

const MAIN = fileURLToPath(new URL('main.mjs', import.meta.url));
const ERROR_CHARACTERS = 1_000;

/** Runs one measurement in a child process and returns its values. Fails with the end of the child's stderr. */
export async function runChild({ node, order, limitMs, signal }) {
  const child = spawn(node, [MAIN, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
    timeout: limitMs,
  });
  const output = collect(child.stdout);
  const complaints = collect(child.stderr);
  const [code, killedBy] = await once(child, 'close');
  const answer = lastJsonLine(output.text());
  if (code === 0 && answer !== undefined) return answer.values;
  const how = killedBy === null ? `exit code ${code}` : `${killedBy}, limit ${limitMs / 1000} s`;
  throw new Error(`${how}: ${whatWentWrong(complaints.text())}`);
}

/** The line that names the error, with its location; otherwise the end of the text. */
function whatWentWrong(text) {
  const start = text.search(/^\w*Error\b.*$/m);
  return start >= 0 ? text.slice(start, start + ERROR_CHARACTERS).trim() : text.slice(-ERROR_CHARACTERS).trim();
}

function collect(stream) {
  const parts = [];
  stream.on('data', (part) => parts.push(part));
  return { text: () => Buffer.concat(parts).toString() };
}

/** Peers may also write to stdout; the values are the last line that is JSON. */
function lastJsonLine(text) {
  const line = text
    .trimEnd()
    .split('\n')
    .reverse()
    .find((one) => one.startsWith('{"values"'));
  return line === undefined ? undefined : JSON.parse(line);
}
