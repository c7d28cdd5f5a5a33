import * as z from 'zod';
import {
  addRulePackage,
  addRuleVersion,
  deprecateRules,
  findRulePackage,
  findRuleVersion,
  listRulePackages,
  listRuleVersions,
  listTestRuns,
  publishRules,
  requestRuleTests,
  retireRules,
  rulePackageJson,
  ruleSources,
  ruleVersionJson,
  testRunJson,
} from '../../../passport/index.js';
import { type Route, route } from '../../route.js';
import { UUID } from '../../schemas/values.js';
import { recordList } from './paged-records.js';
import { RULE_PACKAGE, RULE_VERSION, STARTED_JOB, TEST_RUN } from './record-schemas.js';

const PARAMS = { id: UUID };
const SOURCE = z.string().max(1_000_000);

export const PASSPORT_RULE_ROUTES: readonly Route[] = [
  recordList({
    id: 'rule-packages.list',
    path: '/v1/rule-packages',
    permission: 'rules:read',
    summary: 'List rule packages, oldest first',
    item: RULE_PACKAGE,
    json: rulePackageJson,
    find: listRulePackages,
  }),
  route({
    id: 'rule-packages.create',
    method: 'POST',
    path: '/v1/rule-packages',
    permission: 'rules:write',
    summary: 'Add a rule package',
    status: 201,
    body: z.strictObject({ name: z.string().min(1).max(200) }),
    response: RULE_PACKAGE,
    handle: async ({ write, body }) => rulePackageJson(await write((tx) => addRulePackage(tx, body))),
  }),
  route({
    id: 'rule-packages.get',
    method: 'GET',
    path: '/v1/rule-packages/{id}',
    permission: 'rules:read',
    summary: 'Show a rule package',
    params: PARAMS,
    response: RULE_PACKAGE,
    handle: async ({ database, params }) => rulePackageJson(await findRulePackage(database, params.id)),
  }),
  recordList({
    id: 'rule-packages.versions',
    path: '/v1/rule-packages/{id}/versions',
    permission: 'rules:read',
    summary: 'List the versions of a rule package',
    params: PARAMS,
    item: RULE_VERSION,
    json: ruleVersionJson,
    find: (database, page, { params }) => listRuleVersions(database, { ...page, rulePackage: params.id }),
  }),
  route({
    id: 'rule-packages.add-version',
    method: 'POST',
    path: '/v1/rule-packages/{id}/versions',
    permission: 'rules:write',
    summary: 'Add a version of rules',
    status: 201,
    params: PARAMS,
    body: z.strictObject({ dsl_source: SOURCE.min(1), tests_source: SOURCE.default('') }),
    response: RULE_VERSION,
    async handle({ write, params, body }) {
      const sources = { dsl: body.dsl_source, tests: body.tests_source };
      const { version } = await write((tx) => addRuleVersion(tx, { rulePackage: params.id, ...sources }));
      return ruleVersionJson(version);
    },
  }),
  route({
    id: 'rule-package-versions.get',
    method: 'GET',
    path: '/v1/rule-package-versions/{id}',
    permission: 'rules:read',
    summary: 'Show a version of rules with its sources',
    params: PARAMS,
    response: z.object({ ...RULE_VERSION.shape, dsl_source: z.string(), tests_source: z.string() }),
    async handle({ database, params }) {
      const { dsl, tests } = await ruleSources(database, params.id);
      return { ...ruleVersionJson(await findRuleVersion(database, params.id)), dsl_source: dsl, tests_source: tests };
    },
  }),
  ruleMove('delete', 'DELETE', '/v1/rule-package-versions/{id}', 'Retire a version of rules', retireRules),
  ruleMove('publish', 'POST', '/v1/rule-package-versions/{id}:publish', 'Publish validated rules', publishRules),
  ruleMove('deprecate', 'POST', '/v1/rule-package-versions/{id}:deprecate', 'Deprecate rules', deprecateRules),
  recordList({
    id: 'rule-package-versions.test-runs',
    path: '/v1/rule-package-versions/{id}/test-runs',
    permission: 'rules:read',
    summary: 'List the test runs of a version of rules',
    params: PARAMS,
    item: TEST_RUN,
    json: testRunJson,
    find: (database, page, { params }) => listTestRuns(database, { ...page, ruleVersionId: params.id }),
  }),
  route({
    id: 'rule-package-versions.run-tests',
    method: 'POST',
    path: '/v1/rule-package-versions/{id}/tests:run',
    permission: 'rules:test',
    summary: 'Run the tests of a version of rules',
    status: 202,
    params: PARAMS,
    body: z.strictObject({ seed: z.int().default(0) }),
    bodyIsOptional: true,
    response: STARTED_JOB,
    async handle({ write, params, body }) {
      const request = { ruleVersionId: params.id, seed: BigInt(body.seed) };
      return { job_id: await write((tx) => requestRuleTests(tx, request)) };
    },
  }),
];

function ruleMove(
  verb: string,
  method: 'POST' | 'DELETE',
  path: string,
  summary: string,
  move: typeof publishRules,
): Route {
  return route({
    ...{ id: `rule-package-versions.${verb}`, method, path, summary },
    permission: 'rules:publish',
    params: PARAMS,
    response: RULE_VERSION,
    handle: async ({ write, params }) => ruleVersionJson(await write((tx) => move(tx, params.id))),
  });
}
