import { forEachInput, type InputsRequest } from './for-each-input.js';
import type { InputFile } from '../../tables/index.js';
import type { RunReport } from '../report/report.js';
import type { ParserProcessRequest } from '../parser-run/request.js';
import { runParser } from '../parser-run/run-parser.js';
import type { RowsRequest } from '../outputs/request.js';

type Callbacks = Pick<RowsRequest, 'onProgress' | 'onHello' | 'onLog'>;

export interface ParserRunsRequest
  extends InputsRequest, Omit<ParserProcessRequest, 'input'>, Omit<RowsRequest, keyof Callbacks> {
  /** Called when an input begins; returns the callbacks of its run. */
  readonly onInput?: (input: InputFile, index: number) => Callbacks;
}

/** Runs one parser over many inputs. */
export async function runParserOnInputs(request: ParserRunsRequest): Promise<RunReport[]> {
  return forEachInput(request, (input, index) => {
    const callbacks = request.onInput?.(input, index) ?? {};
    return {
      interpreter: request.interpreter,
      run: (pathFor) => runParser({ ...request, ...callbacks, input, pathFor }),
    };
  });
}
