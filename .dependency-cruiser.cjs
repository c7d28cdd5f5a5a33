// The direction of imports (from the house style):
//   cli ► app ► settings ► server ► operations ► datasets ► pipeline ► parse · tasks · passport · collect
//     ► tables · bridge ► contract ► events ► engine ► database · process · http · storage ► platform · client
// A module may import any module further down the line, never one above or beside it, and only through its index.ts.
const layers = [
  ['cli'],
  ['app'],
  ['settings'],
  ['server'],
  ['operations'],
  ['datasets'],
  ['pipeline'],
  ['parse', 'tasks', 'passport', 'collect'],
  ['tables', 'bridge'],
  ['contract'],
  ['events'],
  ['engine'],
  ['database', 'process', 'http', 'storage'],
  // The client works in browsers, so it imports nothing.
  ['platform', 'client'],
];

const inside = (modules) => `^src/(${modules.join('|')})/`;

const downOnly = layers.flatMap((layer, depth) =>
  layer.map((module) => ({
    name: `${module}-imports-downwards-only`,
    comment: `${module} may import only the modules below it: ${
      layers
        .slice(depth + 1)
        .flat()
        .join(', ') || 'none'
    }.`,
    severity: 'error',
    from: { path: inside([module]) },
    to: { path: '^src/', pathNot: inside([module, ...layers.slice(depth + 1).flat()]) },
  })),
);

module.exports = {
  forbidden: [
    ...downOnly,
    {
      name: 'known-modules-only',
      comment: 'A new top-level folder of src needs a place in the layers above before anything is put into it.',
      severity: 'error',
      from: { path: '^src/', pathNot: `${inside(layers.flat())}|^src/[^/]+$` },
      to: {},
    },
    {
      name: 'through-the-door',
      comment: "Another module's files are private: import its index.ts.",
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      // These files of constants and pure functions may be imported directly, so that reading settings does not load the
      // databases, and opening a database does not load the pipeline.
      // A lazy import may name a file: importing an index lazily would load the whole module.
      to: {
        path: '^src/[^/]+/',
        dynamic: false,
        pathNot: [
          '^src/$1/',
          '^src/[^/]+/index\\.ts$',
          '^src/engine/(defaults|priority)\\.ts$',
          // Records as JSON, printed by the command line and the API.
          '-json\\.ts$',
          '^src/database/(defaults|url)\\.ts$',
          '^src/storage/address\\.ts$',
          '^src/contract/declared-columns\\.ts$',
          '^src/contract/words\\.ts$',
          '^src/tables/formats\\.ts$',
          // The part of the module that needs DuckDB.
          '^src/datasets/sql\\.ts$',
        ],
      },
    },
    {
      name: 'no-circle',
      comment: 'Two files that import each other are one decision in two places, or hide a third file.',
      severity: 'error',
      from: { path: '^src/' },
      // The compiler removes cycles of type imports, such as a union and its members.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'src-stands-alone',
      comment: 'The package must not depend on code that is not shipped.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|examples|scripts)/' },
    },
    {
      name: 'src-uses-shipped-packages-only',
      comment: 'A devDependency is not installed with the package, unless the build bundles it.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
        pathNot: `^node_modules/(${require('./scripts/bundle/bundled-packages.json').join('|')})/`,
      },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^casparian/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|bench/node_modules)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
