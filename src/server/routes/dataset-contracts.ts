import * as z from 'zod';
import {
  acceptDatasetRenames,
  datasetContract,
  datasetContractVersions,
  datasetRenames,
  freezeDatasetContract,
  setDatasetContractText,
} from '../../operations/index.js';
import { datasetContractJson } from '../../pipeline/builtin/contract-json.js';
import { exactJson } from '../../platform/index.js';
import { type Route, route } from '../route.js';
import { NAME, TIME_OR_NULL } from '../schemas/values.js';

/** The contracts of datasets that are read without a parser. */

const PARAMS = { name: NAME.describe('The name of the dataset') };
const CONTRACT = z
  .object({
    dataset: z.string(),
    hash: z.string(),
    origin: z.string(),
    source: z.string().nullable(),
    set_at: TIME_OR_NULL,
    frozen: z.boolean().describe('No file may widen it'),
    changes: z.array(z.string()).describe('How it differs from the version before it'),
    contract: z.unknown(),
  })
  .meta({ id: 'DatasetContract' });
const RENAMES = z.object({
  items: z.array(z.object({ from: z.string(), to: z.string(), evidence: z.array(z.string()) })),
});

export const CONTRACT_ROUTES: readonly Route[] = [
  route({
    id: 'datasets.contract',
    method: 'GET',
    path: '/v1/datasets/{name}/contract',
    permission: 'data:read',
    summary: 'Show the contract of a dataset that is read without a parser',
    params: PARAMS,
    response: CONTRACT,
    hasEtag: true,
    handle: async ({ database, params }) => datasetContractJson(await datasetContract(database, params.name)),
  }),
  route({
    id: 'datasets.set-contract',
    method: 'PUT',
    path: '/v1/datasets/{name}/contract',
    permission: 'data:write',
    summary: 'Set the contract of a dataset, and freeze it',
    description:
      'It can be set before the first file arrives. If-Match takes the ETag of the contract that is replaced. Earlier files are not read again: see backfills.',
    params: PARAMS,
    body: z.strictObject({ contract: z.looseObject({}).describe('In the format of a contract file') }),
    response: CONTRACT,
    hasEtag: true,
    async handle({ database, params, body, caller, requireMatch }) {
      const contract = await setDatasetContractText(database, params.name, {
        text: exactJson(body.contract),
        source: `set by ${caller.actor}`,
        requireVersion: (current) => requireMatch(current && datasetContractJson(current)),
      });
      return datasetContractJson(contract);
    },
  }),
  freezing('freeze', true, 'Freeze the contract of a dataset: no file may widen it'),
  freezing('unfreeze', false, 'Let files widen the contract of a dataset again'),
  route({
    id: 'datasets.contract-versions',
    method: 'GET',
    path: '/v1/datasets/{name}/contract/versions',
    permission: 'data:read',
    summary: 'List all versions of the contract of a dataset, the current one last',
    params: PARAMS,
    response: z.object({ items: z.array(CONTRACT) }),
    handle: async ({ database, params }) => ({
      items: (await datasetContractVersions(database, params.name)).map(datasetContractJson),
    }),
  }),
  route({
    id: 'datasets.renames',
    method: 'GET',
    path: '/v1/datasets/{name}/renames',
    permission: 'data:read',
    summary: 'List columns that look renamed',
    params: PARAMS,
    response: RENAMES,
    handle: async ({ database, params }) => ({ items: await datasetRenames(database, params.name) }),
  }),
  route({
    id: 'datasets.accept-renames',
    method: 'POST',
    path: '/v1/datasets/{name}/renames/accept',
    permission: 'data:write',
    summary: 'Make columns that were renamed one column',
    params: PARAMS,
    response: RENAMES,
    handle: async ({ database, params }) => ({ items: await acceptDatasetRenames(database, params.name) }),
  }),
];

function freezing(verb: string, isFrozen: boolean, summary: string): Route {
  return route({
    id: `datasets.${verb}-contract`,
    method: 'POST',
    path: `/v1/datasets/{name}/contract/${verb}`,
    permission: 'data:write',
    summary,
    params: PARAMS,
    response: CONTRACT,
    hasEtag: true,
    async handle({ database, params, requireMatch }) {
      requireMatch(datasetContractJson(await datasetContract(database, params.name)));
      await freezeDatasetContract(database, params.name, isFrozen);
      return datasetContractJson(await datasetContract(database, params.name));
    },
  });
}
