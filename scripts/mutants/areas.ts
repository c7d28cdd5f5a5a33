/** A part of the program that is measured separately. Only this table of the tool names folders. */
export interface Area {
  readonly name: string;
  readonly sources: readonly string[];
  /** Tests that import the sources. Code in another process or thread, such as the command line, does not contain the mutant. */
  readonly tests: readonly string[];
}

const STORE_TESTS = ['test/engine/store/*.test.ts', 'test/engine/*.test.ts'];
const CONTRACT_TESTS = ['test/contract/**/*.test.ts'];
const DELIMITED_TESTS = ['test/tables/delimited/**/*.test.ts'];

export const AREAS: readonly Area[] = [
  {
    name: 'engine/rules',
    sources: ['src/engine/{ending,retry,fairness}.ts'],
    tests: ['test/engine/*.test.ts', 'test/engine/store/*.test.ts'],
  },
  { name: 'engine/stores/sqlite', sources: ['src/engine/stores/sqlite/**/*.ts'], tests: STORE_TESTS },
  { name: 'engine/stores/postgres', sources: ['src/engine/stores/postgres/**/*.ts'], tests: STORE_TESTS },
  {
    name: 'engine/worker',
    sources: ['src/engine/worker/**/*.ts'],
    tests: ['test/engine/worker/*.test.ts', 'test/engine/*.test.ts', '!test/engine/worker/processes.test.ts'],
  },
  {
    name: 'http',
    sources: ['src/http/{cache,message,pages,robots}/**/*.ts'],
    tests: ['test/http/{cache,pages,robots}/*.test.ts', 'test/http/message.test.ts'],
  },
  { name: 'contract/cast', sources: ['src/contract/cast/**/*.ts'], tests: CONTRACT_TESTS },
  {
    name: 'contract/rest',
    sources: ['src/contract/**/*.ts', '!src/contract/{cast,outputs}/**'],
    tests: CONTRACT_TESTS,
  },
  { name: 'infer/decide', sources: ['src/tables/infer/decide/**/*.ts'], tests: ['test/tables/infer/**/*.test.ts'] },
  { name: 'readers/delimited', sources: ['src/tables/delimited/read/**/*.ts'], tests: DELIMITED_TESTS },
  { name: 'formats/delimited', sources: ['src/tables/delimited/detect/**/*.ts'], tests: DELIMITED_TESTS },
  {
    name: 'pipeline/jobs',
    sources: ['src/pipeline/jobs/**/*.ts'],
    tests: ['test/pipeline/jobs/**/*.test.ts'],
  },
  {
    name: 'pipeline/quarantine',
    sources: ['src/pipeline/quarantine/**/*.ts'],
    tests: ['test/pipeline/quarantine/**/*.test.ts'],
  },
  {
    name: 'pipeline/routing',
    sources: ['src/pipeline/routing/**/*.ts'],
    tests: ['test/pipeline/{routing,builtin}/**/*.test.ts'],
  },
  {
    name: 'tasks/execute',
    sources: ['src/tasks/execute/**/*.ts'],
    tests: ['test/tasks/execute/**/*.test.ts'],
  },
  {
    name: 'passport/rules',
    sources: ['src/passport/rules/**/*.ts'],
    tests: ['test/passport/rules/*.test.ts'],
  },
  {
    name: 'passport/bundle',
    sources: ['src/passport/bundle/*.ts'],
    tests: ['test/passport/bundle/*.test.ts'],
  },
  {
    name: 'passport/compile',
    sources: ['src/passport/compile/*.ts'],
    tests: ['test/passport/compile/*.test.ts', 'test/passport/golden/*.test.ts'],
  },
  { name: 'datasets', sources: ['src/datasets/**/*.ts'], tests: ['test/datasets/**/*.test.ts'] },
];
