import { type TransferRecord, transferJson } from '../../../passport/index.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { renderProperties } from '../../output/table.js';

export function printTransfer(output: Output, transfer: TransferRecord, message: string): void {
  if (output.asJson) return output.json(transferJson(transfer));
  output.print(`${output.paint('green', '✓')} ${printable(message)}\n`);
  output.print(
    renderProperties([
      ['transfer', transfer.id],
      ['state', transfer.status],
      ['operator', printable(`${transfer.operator.name} (${transfer.operator.identifier})`)],
      ['expires', transfer.expiresAt],
      ['offer', transfer.offerHash],
    ]),
  );
}
