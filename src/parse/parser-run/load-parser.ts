import { launchFresh, launchOnce, type ParserHello } from '../../bridge/index.js';
import { CasparianError } from '../../platform/index.js';
import { runParserProcess } from './parser-process.js';
import type { ParserProcessRequest } from './request.js';
import { failureOf } from './run-failure.js';

export type LoadRequest = Omit<ParserProcessRequest, 'input' | 'launch' | 'imports' | 'jobId'>;

/**
 * Loads a parser in its interpreter like a run, but without reading rows. Returns its declaration; throws the error
 * that a run would have failed with.
 */
export async function loadParser(request: LoadRequest): Promise<ParserHello> {
  const { parser, sandbox } = request;
  const launch = sandbox === undefined ? launchFresh : launchOnce;
  const whole: ParserProcessRequest = {
    ...request,
    input: { name: parser.given, path: parser.path, bytes: undefined },
    launch: (start) => launch({ ...start, shim: { ...start.shim, loadOnly: true } }),
  };
  let hello: ParserHello | undefined;
  const execution = await runParserProcess(whole, (message) => {
    if (message.kind === 'hello') hello = message.parser;
  });
  const failure = failureOf(execution, whole);
  if (failure !== null) throw failure;
  if (hello === undefined)
    throw new CasparianError('BRIDGE_PROTOCOL', 'The parser ended before it sent its declarations');
  return hello;
}
