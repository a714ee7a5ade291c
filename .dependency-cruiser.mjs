/** Each room, and the rooms it may import from. A room may always import from itself. */
export const ROOMS = {
  base: [],
  text: ['base'],
  model: ['base'],
  ports: ['base', 'model'],
  streams: ['base', 'model'],
  settings: ['base', 'text', 'model'],
  strategy: ['base', 'model', 'streams'],
  language: ['base', 'text', 'model', 'streams', 'strategy'],
  risk: ['base', 'model'],
  host: ['base', 'model', 'ports', 'streams', 'strategy'],
  notices: ['base', 'model', 'risk'],
  engine: ['base', 'model', 'ports', 'risk', 'notices'],
  kernel: ['base', 'model', 'ports', 'notices', 'engine'],
  audit: ['base', 'model', 'ports', 'notices', 'engine'],
  recovery: ['base', 'model', 'ports', 'notices', 'engine', 'kernel'],
  adapters: ['base', 'model', 'ports'],
  market: ['base', 'model', 'ports'],
  exchange: ['base', 'model', 'ports', 'market'],
  simulator: ['base', 'model', 'ports', 'market', 'exchange'],
  results: ['base', 'text', 'model'],
  report: ['base', 'model', 'results'],
};

/** What puts rooms together: each knows those that stand before it, and everything below. */
const BELOW = Object.keys(ROOMS).filter((room) => !['results', 'report'].includes(room));
ROOMS.loading = BELOW;
ROOMS.venues = [...BELOW.filter((room) => room !== 'language'), 'loading'];
ROOMS.day = [...BELOW, 'loading', 'venues'];
ROOMS.daemon = [...BELOW, 'loading', 'venues', 'day'];
ROOMS.backtest = [...BELOW, 'loading', 'venues', 'day', 'results'];
ROOMS.research = [...ROOMS.backtest, 'backtest'];
ROOMS.drill = [...BELOW, 'loading', 'venues', 'day'];
ROOMS.apps = [
  ...['base', 'text', 'model', 'settings', 'notices', 'audit', 'results', 'report'],
  ...['loading', 'venues', 'day', 'daemon', 'backtest', 'research', 'drill'],
];

const COMPOSING = ['loading', 'venues', 'day', 'daemon', 'backtest', 'research', 'drill', 'apps'];

/** Which rooms may import each package. Anything unlisted is forbidden in src/. */
const PACKAGES = {
  '^node_modules/rxjs/': ['streams', 'strategy', 'language', 'host', 'adapters', ...COMPOSING],
  '^node_modules/(@types/)?luxon/': ['host', 'strategy'],
  '^node_modules/zod/': [
    ...['text', 'model', 'settings', 'strategy', 'language', 'adapters', 'simulator', 'results'],
    ...COMPOSING,
  ],
  '^node_modules/hyparquet/': ['market'],
  '^node_modules/(hono|@hono)/': ['daemon'],
  '^node_modules/trading-signals/': ['streams'],
  '^node_modules/undici/': ['adapters'],
  '^node_modules/tough-cookie/': ['adapters'],
  '^node_modules/node-cron/': ['adapters'],
  '^node_modules/(@types/)?nodemailer/': ['adapters'],
  '^node_modules/yaml/': ['text'],
  '^node_modules/prom-client/': ['daemon'],
  '^node_modules/pino/': ['adapters'],
  '^node_modules/commander/': ['apps'],
  '^node_modules/acorn/': ['loading'],
  // Its types alone: it is called where a user has it installed.
  '^node_modules/typescript/': ['loading'],
};

/** Files of the model that declare what files hold. */
const SCHEMAS = '.*(-schemas?|table-fields)[.]ts$';

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
          `^src/(adapters|settings|market|simulator|${COMPOSING.join('|')})/`,
          '[.]test[.]ts$',
          '^src/base/(hash|write-files)[.]ts$',
        ],
      },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?assert' },
    },
    {
      name: 'files-only-at-the-edge',
      severity: 'error',
      comment:
        'What writes files is in base for adapters and apps alike, not for what must be pure.',
      from: {
        path: '^src/',
        pathNot: [`^src/(adapters|${COMPOSING.join('|')})/`, '[.]test[.]ts$'],
      },
      to: { path: '^src/base/write-files[.]ts$' },
    },
    {
      name: 'apps-look-at-a-platform-but-trade-through-a-day',
      severity: 'error',
      from: { path: '^src/apps/' },
      to: { path: '^src/venues/', pathNot: '/(connect-reader|serve-simulator|run-refusal)[.]ts$' },
    },
    {
      name: 'judges-do-not-know-what-they-judge',
      severity: 'error',
      comment: 'The drill has its own model of an intent, or a wrong table would judge itself.',
      from: { path: '^src/drill/' },
      to: { path: '^src/engine/intents/' },
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
      name: 'the-model-takes-types-of-its-schemas',
      severity: 'error',
      comment: 'Schemas of files declare the types of the model, which loads neither them nor zod.',
      from: { path: '^src/model/', pathNot: `${SCHEMAS}|[.]test[.]ts$` },
      to: { path: `^node_modules/zod/|^src/model/${SCHEMAS}`, dependencyTypesNot: ['type-only'] },
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
