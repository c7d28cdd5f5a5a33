import { movedHistory } from '../passport/history/moved-history.js';
import { expect } from 'vitest';
import { decisionBytes, decisionFile } from '../../src/passport/index.js';
import { readEd25519Key, sha256Hex, signEd25519 } from '../../src/platform/index.js';
import { jobEnds } from '../engine/staging/workers.js';
import type { Example } from './examples.js';
import type { RunningServer } from './running-server.js';

type Json = Record<string, string>;

/** A model in force, and what its batteries are called. */
export interface BatteryModel {
  readonly product: string;
  readonly snapshot: string;
  readonly ruleVersion: string;
  /** The serial number of the battery that is in use, and the name of the operator who may get it. */
  readonly name: string;
}

const NEW_OPERATOR = readEd25519Key(Buffer.alloc(32, 11));

/**
 * Issues two batteries. The first has a reading and an open offer; the second has ended and the first succeeds it, so a second batch has a
 * problem with it.
 */
export async function batteryExamples(
  { engine, call }: RunningServer,
  key: string,
  { product, snapshot, ruleVersion, name }: BatteryModel,
): Promise<Record<string, Example>> {
  const made = async (request: string, body?: unknown): Promise<Json> => {
    const { status, json, text } = await call<Json>(request, { key, body });
    expect([request, status, text]).toEqual([request, 202, text]);
    return json;
  };
  const ended = async (jobId: string | undefined): Promise<void> => {
    const { status, errors } = await jobEnds(engine, jobId ?? '');
    expect([status, errors]).toEqual(['completed', []]);
  };
  const issue = { snapshot_id: snapshot, rule_package_version_id: ruleVersion, activate: true };
  const issued = async (csv: string): Promise<string> => {
    const batch = await made(`POST /v1/battery-products/${product}/batteries`, { ...issue, csv });
    const jobs = await engine.jobs({ type: 'ISSUE_BATTERIES' });
    for (const { id } of jobs) await ended(id);
    return batch['batch_id'] ?? '';
  };
  await issued(`serial,performance.full_cycles\n${name},1\nold,900\n`);
  const { json: list } = await call<{ items: Json[] }>(`GET /v1/passports?battery_product_id=${product}`, { key });
  const idOf = (serial: string): string => list.items.find((one) => one['serial'] === serial)?.['passport_id'] ?? '';
  const battery = idOf(name);
  const end = { reason: 'repurposed', successor_passport_id: battery };
  await ended((await made(`POST /v1/passports/${idOf('old')}/end`, end))['job_id']);
  const batch = await issued('serial,performance.full_cycles\nold,901\n');
  const readings = [{ battery, observed_at: '2031-01-01T08:00:00Z', values: { 'performance.full_cycles': 2 } }];
  await ended((await made('POST /v1/readings', { readings }))['job_id']);
  const offer = {
    operator: { identifier: 'FR-123', name },
    operator_key: Buffer.from(NEW_OPERATOR.publicKey).toString('base64'),
  };
  const offered = await made(`POST /v1/passports/${battery}/transfers`, offer);
  await ended(offered['job_id']);
  const transfer = { id: offered['transfer_id'] ?? '' };
  const { json: open } = await call<Json>(`GET /v1/transfers/${transfer.id}`, { key });
  for (const purpose of ['revocation', 'refresh']) {
    await ended((await made('POST /v1/status-lists', { purpose }))['job_id']);
  }
  return {
    'battery-batches.create': {
      params: { id: product },
      body: { ...issue, csv: 'serial,performance.full_cycles\nnew,0\n' },
    },
    ...Object.fromEntries(['get', 'problems'].map((verb) => [`battery-batches.${verb}`, { params: { id: batch } }])),
    'readings.create': { body: { readings } },
    ...Object.fromEntries(['statements', 'history'].map((verb) => [`passports.${verb}`, { params: { id: battery } }])),
    'passports.refresh': { params: { id: battery }, body: {} },
    'passports.succeed': {
      params: { id: battery },
      body: { url: 'https://example.com/p/1', history: JSON.parse(movedHistory().toString()) as unknown },
    },
    'passports.end': { params: { id: battery }, body: { reason: 'recycled' } },
    'transfers.offer': { params: { id: battery }, body: offer },
    ...Object.fromEntries(['get', 'file', 'withdraw'].map((verb) => [`transfers.${verb}`, { params: transfer }])),
    'transfers.decide': { body: refusal(open['offer_hash'] ?? '') },
    'status-lists.publish': { body: {} },
    'status-lists.get': { params: { purpose: 'revocation' } },
  };
}

/** Signed by the operator to whom the battery was offered. */
function refusal(offerHash: string): unknown {
  const publicKey = Buffer.from(NEW_OPERATOR.publicKey).toString('base64');
  const decision = { offerHash, accepted: false, decidedAt: '2031-01-01T00:00:00Z', reason: 'too old', publicKey };
  const hash = Buffer.from(sha256Hex(decisionBytes(decision)), 'hex');
  const signature = Buffer.from(signEd25519(NEW_OPERATOR, hash)).toString('base64');
  return JSON.parse(decisionFile({ ...decision, signature }).toString());
}
