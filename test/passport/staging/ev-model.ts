import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { jobEnds } from '../../engine/staging/workers.js';
import * as passport from '../../../src/passport/index.js';
import { KEY_ID, type PassportStage, publishedRules, sealedSnapshot, upload } from './stage.js';

const EXAMPLE = fileURLToPath(new URL('../../../examples/passport/ev/battery.json', import.meta.url));

/** A model with all its facts, and the default rules. */
export interface Model {
  readonly product: string;
  readonly snapshotId: string;
  readonly ruleVersionId: string;
  readonly signingKeyId: string;
}

export const SKU = 'EV-75';

/** The model of the example. A worker must run. */
export async function evModel(place: PassportStage, tenant: string): Promise<Model> {
  const { id: product } = await place.write(tenant, (tx) => passport.addProduct(tx, { sku: SKU, name: 'EV battery' }));
  const document = await upload(place, tenant, 'BATTERY_DATA', readFileSync(EXAMPLE, 'utf8'));
  const snapshotId = await sealedSnapshot(place, tenant, { documentVersionIds: [document] });
  const ruleVersionId = await publishedRules(place, tenant, passport.defaultRuleSources('ev').dsl);
  return { product, snapshotId, ruleVersionId, signingKeyId: KEY_ID };
}

/** A file with batteries of the model. */
export function batteriesCsv(count: number, change: (index: number) => string = () => '2027-04-01'): Buffer {
  const rows = Array.from({ length: count }, (_, index) => {
    const serial = serialOf(index);
    return `${serial},urn:bpc:ev75${serial.toLowerCase()},(01)04012345000009(21)${serial},${change(index)}`;
  });
  const header =
    'serial,identification.passport_identifier,identification.battery_identifier,identification.manufacturing_date';
  return Buffer.from([header, ...rows, ''].join('\n'));
}

export function serialOf(index: number): string {
  return `S${String(index + 1).padStart(5, '0')}`;
}

/** Makes the passports of a file, and waits for all jobs. */
export async function issuedBatteries(
  place: PassportStage,
  tenant: string,
  model: Model,
  { content, activate = false }: { readonly content: Uint8Array; readonly activate?: boolean },
): Promise<passport.BatteryBatchRecord> {
  const { batch } = await place.write(tenant, (tx) => passport.requestBatteries(tx, { ...model, content, activate }));
  const filter = { tenant, type: 'ISSUE_BATTERIES', fields: { batch_id: batch.id }, limit: 1_000 };
  for (const { id } of await place.stage.engine.jobs(filter)) {
    const job = await jobEnds(place.stage.engine, id);
    if (job.status !== 'completed') throw new Error(`${job.type} is ${job.status}: ${JSON.stringify(job.errors)}`);
  }
  return passport.findBatteryBatch(place.read(tenant), batch.id);
}

/** The passport of one battery, with a version. */
export async function oneBattery(place: PassportStage, tenant: string, model: Model): Promise<passport.PassportRecord> {
  await issuedBatteries(place, tenant, model, { content: batteriesCsv(1), activate: true });
  return batteryAt(place, tenant, model, 0);
}

export async function batteryAt(
  place: PassportStage,
  tenant: string,
  { product: productId }: Model,
  index: number,
): Promise<passport.PassportRecord> {
  const [found] = await passport.listPassports(place.read(tenant), { productId, serial: serialOf(index) });
  if (found === undefined) throw new Error(`there is no battery ${serialOf(index)}`);
  return found;
}
