import { BATTERY_PASS } from '../models/battery-pass/battery-pass.js';
import { CATENA_X } from '../models/catena-x/battery-pass.js';
import { modelText } from '../models/mapping/model-json.js';
import { annotated, writeModel } from '../models/mapping/write-model.js';
import type { PassportView } from './passport-view.js';

/** The seven aspects of the public Battery Pass data model, by name. */
export function batteryPassJson(view: PassportView): Buffer {
  const { values, audience } = view;
  const written = writeModel(BATTERY_PASS, values, { audience });
  return Buffer.from(`${modelText(annotated(written, about(view, 'Battery Pass 1.2.0 (Performance 1.2.1)')))}\n`);
}

/** The data model asks for a dummy if there is no preceding passport. */
const NO_PREDECESSOR = 'urn:uuid:00000000-0000-0000-0000-000000000000';

/** The battery pass of Catena-X. */
export function catenaXJson(view: PassportView): Buffer {
  const { values, audience, product, excerpt, predecessorId } = view;
  const { receipt } = excerpt;
  const id = receipt['passport_version_id'] ?? '';
  const beside = new Map([
    ...([
      ['@sku', product.sku],
      ['@name', product.name],
      ['@carrier', 'QR code'],
    ] as const),
    ...([
      ['@carrier_layout', 'ISO/IEC 18004, on the battery (Art. 13(6))'],
      ['@version', id],
    ] as const),
    ...([
      ['@passport', `urn:uuid:${id}`],
      ['@predecessor', predecessorId === undefined ? NO_PREDECESSOR : `urn:uuid:${predecessorId}`],
    ] as const),
    ...([
      ['@issued', receipt['issued_at']?.slice(0, 10) ?? ''],
      ['@backup', `sha256:${receipt['payload_hash'] ?? ''}`],
    ] as const),
  ]);
  const written = writeModel(CATENA_X, values, { audience, about: beside });
  return Buffer.from(`${modelText(annotated(written, about(view, 'Catena-X battery pass 6.1.0')))}\n`);
}

/** What connects the file with the signed passport. */
function about({ product, audience, excerpt }: PassportView, model: string): Record<string, string> {
  const { receipt } = excerpt;
  return {
    model,
    ...{ audience, sku: product.sku, name: product.name },
    passport_version_id: receipt['passport_version_id'] ?? '',
    issued_at: receipt['issued_at'] ?? '',
    proof_root_hash: receipt['proof_root_hash'] ?? '',
  };
}
