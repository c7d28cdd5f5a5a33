import { pathToFileURL } from 'node:url';
import { readArguments, type ShimArguments } from './arguments.js';
import { connect, type Connection } from './connection.js';
import { describeFailure } from './failure.js';
import { encodeEnd, encodeError, encodeHello, encodeLog } from './frames.js';
import { loadParser } from './load-parser.js';
import type { ParserContext } from './parser-context.js';
import { sendParsed } from './send-parsed.js';

/**
 * Runs one Node parser on one input and sends its data to the host: hello, batches, end, or an error instead of the
 * end. It does not check the data and prints nothing: the terminal is the user's.
 */
async function main(): Promise<void> {
  const shim = readArguments(process.argv.slice(2));
  // The user's code sees the arguments of `node parser.ts input.csv`.
  process.argv.splice(1, Infinity, shim.parserPath, shim.inputPath);
  const connection = await connect(shim.socket);

  const fail = async (error: unknown): Promise<void> => {
    const failure = await describeFailure(error, shim);
    await connection.finish(encodeError(JSON.stringify(failure)));
    process.exit(1);
  };
  // Unhandled errors end the run like any other.
  process.on('uncaughtException', (error) => void fail(error));
  process.on('unhandledRejection', (error) => void fail(error));

  try {
    await runParser(shim, connection);
  } catch (error) {
    return await fail(error);
  }
  await connection.finish(encodeEnd());
  // Timers and servers of the parser must not keep the run from ending.
  process.exit(0);
}

async function runParser(shim: ReturnType<typeof readArguments>, connection: Connection): Promise<void> {
  const parser = await loadParser(pathToFileURL(shim.modulePath));
  await connection.send(encodeHello(parser.hello));
  if (shim.loadOnly) return;
  const parsed = await parser.parse(createContext(shim, connection));
  await sendParsed(parsed, shim.parserPath, (frame) => connection.send(frame));
}

await main();

function createContext({ inputPath, jobId }: ShimArguments, connection: Connection): ParserContext {
  return {
    inputPath,
    jobId,
    // Not awaited: the caller is the user's code, which may be synchronous. The frames keep their order.
    log: (text, level = 'info') => void connection.send(encodeLog(level, text)),
  };
}
