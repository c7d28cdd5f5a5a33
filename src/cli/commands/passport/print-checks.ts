import type { BundleVerification } from '../../../passport/index.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';

export function printChecks(output: Output, { checks }: BundleVerification): void {
  const width = Math.max(...checks.map(({ name }) => name.length));
  for (const check of checks) {
    const mark = check.ok ? output.paint('green', '✓') : output.paint('red', '✗');
    output.print(`${mark} ${check.name.padEnd(width)}  ${printable(check.reason)}`);
  }
}
