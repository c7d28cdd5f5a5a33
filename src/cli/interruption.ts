import { constants } from 'node:os';
import { CasparianError } from '../platform/index.js';
import { printFailure } from './output/failure.js';
import type { Output } from './output/output.js';

/**
 * Ctrl-C ends a command at once and without a stack trace. Uncommitted work is lost: a transaction ends with its
 * connection.
 */
export function exitWhenInterrupted(output: Output): () => void {
  const onSignal = (signal: 'SIGINT' | 'SIGTERM'): void => {
    // Users know that they pressed Ctrl-C; a program that reads our JSON does not.
    if (output.asJson) printFailure(new CasparianError('INTERRUPTED', `Interrupted by ${signal}`), output);
    process.exit(128 + constants.signals[signal]);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
}
