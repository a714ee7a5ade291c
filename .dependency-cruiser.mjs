/** Each room, and the rooms it may import from. A room may always import from itself. */
const ROOMS = {
  base: [],
  model: ['base'],
  ports: ['base', 'model'],
  streams: ['base', 'model'],
  settings: ['base', 'model'],
  risk: ['base', 'model'],
  strategy: ['base', 'model', 'streams'],
  language: ['base', 'model', 'streams', 'strategy'],
  host: ['base', 'model', 'ports', 'streams', 'strategy'],
  engine: ['base', 'model', 'ports', 'risk'],
  adapters: ['base', 'model', 'ports'],
  simulator: ['base', 'model', 'ports'],
  results: ['base', 'model'],
  runtime: [
    'base',
    'model',
    'ports',
    'streams',
    'settings',
    'risk',
    'strategy',
    'language',
    'host',
    'engine',
    'adapters',
    'simulator',
    'results',
  ],
  apps: ['base', 'model', 'settings', 'results', 'runtime'],
};

/** Which rooms may import each package. Anything unlisted is forbidden in src/. */
const PACKAGES = {
  '^node_modules/rxjs/': ['streams', 'strategy', 'language', 'host', 'adapters', 'runtime', 'apps'],
  '^node_modules/(@types/)?luxon/': ['host', 'strategy'],
  '^node_modules/zod/': [
    'settings',
    'strategy',
    'language',
    'adapters',
    'simulator',
    'runtime',
    'apps',
  ],
  '^node_modules/hyparquet/': ['simulator'],
  '^node_modules/undici/': ['adapters'],
  '^node_modules/tough-cookie/': ['adapters'],
  '^node_modules/node-cron/': ['adapters'],
  '^node_modules/yaml/': ['settings', 'language'],
  '^node_modules/commander/': ['apps'],
  // Its types alone: it is called where a user has it installed.
  '^node_modules/typescript/': ['runtime'],
};

const layering = Object.entries(ROOMS).map(([room, allowed]) => ({
  name: `${room}-imports-only-below`,
  comment: `${room}/ may import only: ${allowed.join(', ') || 'nothing'}. See docs/architecture.md.`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: `^src/(${[room, ...allowed].join('|')})/` },
}));

const packages = Object.entries(PACKAGES).map(([path, rooms]) => ({
  name: `${path.replace(/[^a-z-]/g, '')}-only-in-${rooms[0]}-etc`,
  comment: `Only ${rooms.join(', ')} may import this package.`,
  severity: 'error',
  from: { path: '^src/', pathNot: [`^src/(${rooms.join('|')})/`, '[.]test[.]ts$'] },
  to: { path },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layering,
    ...packages,
    {
      name: 'unlisted-package',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]test[.]ts$' },
      to: { path: 'node_modules/', pathNot: Object.keys(PACKAGES) },
    },
    {
      name: 'builtins-only-at-the-edge',
      severity: 'error',
      comment: 'Files, sockets and processes are reached through ports.',
      from: {
        path: '^src/',
        pathNot: [
          '^src/(adapters|settings|simulator|runtime|apps)/',
          '[.]test[.]ts$',
          '^src/base/hash[.]ts$',
        ],
      },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?assert' },
    },
    {
      name: 'adapters-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)/' },
      to: { path: '^src/adapters/', pathNot: '^src/adapters/($1|shared)/' },
    },
    {
      name: 'apps-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/apps/([^/]+)/' },
      to: { path: '^src/apps/', pathNot: '^src/apps/$1/' },
    },
    {
      name: 'strategies-use-the-public-api',
      severity: 'error',
      from: { path: '^strategies/' },
      to: { path: '^src/', pathNot: '^src/index[.]ts$' },
    },
    {
      name: 'src-is-self-contained',
      severity: 'error',
      comment:
        'What ships depends on nothing that does not. Tests may use the builders of test/support.',
      from: { path: '^src/', pathNot: '[.]test[.]ts$' },
      to: { path: '^(test|strategies)/' },
    },
    {
      name: 'no-barrels',
      comment: 'Import the file that declares the thing. Only src/index.ts re-exports.',
      severity: 'error',
      from: {},
      to: { path: '^src/.+/index[.]ts$' },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: ['(^|/)index[.]ts$', '[.]test[.]ts$'] },
      to: {},
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'not-to-dev-dep',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]test[.]ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.d.ts'],
    },
  },
};
