/** A module of Node's, or a class of one, with functions and classes by which code comes by what is outside of its run. */
export interface OutsideDoors {
  /** Of the module, as `node:` names it. */
  readonly module: string;
  /** Where in the module they are, from part to part. @default the module itself */
  readonly within?: readonly string[];
  /** Those that a version of Node does not have are none. */
  readonly names: readonly string[];
  /**
   * Refused to a strategy's code outside of its runs too, as while its module is loaded: it shows the memory of the whole
   * process, or gives what shows it later, or what reads on in a run. @default false
   */
  readonly isInside?: boolean;
}

/** What opens, copies or moves a file, and what tells that there is one: a result may hang on that alone. */
const READING = [
  'access',
  'copyFile',
  'cp',
  'createReadStream',
  'exists',
  'glob',
  'link',
  'lstat',
  'open',
  'openAsBlob',
  'opendir',
  'readFile',
  'readdir',
  'readlink',
  'ReadStream',
  'FileReadStream',
  'realpath',
  'rename',
  'stat',
  'statfs',
  'symlink',
  'watch',
  'watchFile',
];
/** What reads a file that was opened before. */
const READING_ON = ['fstat', 'read', 'readv'];
/** What changes files: a run that could would keep state between runs. What writes to an open file is left alone: the console does. */
const CHANGING = [
  'appendFile',
  'chmod',
  'chown',
  'createWriteStream',
  'lchmod',
  'lchown',
  'lutimes',
  'mkdir',
  'mkdtemp',
  'mkdtempDisposable',
  'rm',
  'rmdir',
  'truncate',
  'unlink',
  'utimes',
  'writeFile',
  'WriteStream',
  'FileWriteStream',
  'Utf8Stream',
];

/** Functions of `node:fs` and `node:fs/promises` by which files are read, or known. */
export const FILE_READS = withSync(READING);
/** Functions of `node:child_process` that start a program. */
export const PROGRAM_STARTS = withSync(['spawn', 'exec', 'execFile', 'fork']);

const FILES = withSync([...READING, ...READING_ON, ...CHANGING]);
const NAME_LOOKUPS = ['lookup', 'lookupService', 'resolve', 'resolveAny', 'resolveTxt', 'reverse'];

/** What shows the memory of the whole process, or hands out what does. In it are the bars of the whole day. */
export const MEMORY_DOORS: readonly OutsideDoors[] = [
  {
    module: 'v8',
    names: [
      'getHeapSnapshot',
      'queryObjects',
      'setFlagsFromString',
      'setHeapProfileNearHeapLimit',
      'setHeapSnapshotNearHeapLimit',
      'startCpuProfile',
      'startHeapProfile',
      'stopCoverage',
      'takeCoverage',
      'writeHeapSnapshot',
    ],
  },
  // Promises of the program, by which it waits for prices.
  {
    module: 'v8',
    within: ['promiseHooks'],
    names: ['createHook', 'onAfter', 'onBefore', 'onInit', 'onSettled'],
  },
  { module: 'async_hooks', names: ['createHook', 'executionAsyncResource'] },
  {
    module: 'v8',
    within: ['startupSnapshot'],
    names: ['addDeserializeCallback', 'addSerializeCallback', 'setDeserializeMainFunction'],
  },
  {
    module: 'inspector',
    within: ['Session', 'prototype'],
    names: ['connect', 'connectToMainThread', 'post'],
  },
  { module: 'inspector', names: ['open'] },
  // Another realm has a clock and promises of its own, which know of no run.
  { module: 'vm', names: ['createContext', 'runInContext', 'runInNewContext', 'measureMemory'] },
  { module: 'vm', within: ['Script', 'prototype'], names: ['runInContext', 'runInNewContext'] },
  { module: 'diagnostics_channel', names: ['subscribe'] },
  {
    module: 'diagnostics_channel',
    within: ['Channel', 'prototype'],
    names: ['bindStore', 'subscribe'],
  },
  // They read files past `node:fs`, and on in a run.
  { module: 'sqlite', within: ['DatabaseSync', 'prototype'], names: ['createTagStore'] },
  { module: 'zlib', names: ['zipFiles'] },
  { module: 'zlib', within: ['ZipFile'], names: ['open', 'openSync'] },
  { module: 'process', within: ['report'], names: ['getReport', 'writeReport'] },
  { module: 'process', names: ['_getActiveHandles', '_getActiveRequests'] },
].map((door) => ({ ...door, isInside: true }));

/** Modules that a strategy cannot import at all: whatever of them is used is one of the doors. */
export const INSIDE_MODULES: ReadonlySet<string> = new Set([
  'cluster',
  'domain',
  'ffi',
  'repl',
  'test',
  'trace_events',
  'wasi',
]);

/** What no run may use, on whoever's behalf. `docs/honesty.md` lists it. */
export const OUTSIDE_DOORS: readonly OutsideDoors[] = [
  ...MEMORY_DOORS,
  { module: 'fs', names: FILES },
  { module: 'fs', within: ['promises'], names: FILES },
  { module: 'fs', within: ['Dir', 'prototype'], names: withSync(['read']) },
  { module: 'child_process', names: PROGRAM_STARTS },
  { module: 'child_process', within: ['ChildProcess', 'prototype'], names: ['spawn'] },
  {
    module: 'worker_threads',
    names: ['Worker', 'receiveMessageOnPort', 'postMessageToThread'],
  },
  { module: 'sqlite', names: ['backup'] },
  {
    module: 'sqlite',
    within: ['DatabaseSync', 'prototype'],
    names: [
      'applyChangeset',
      'deserialize',
      'exec',
      'loadExtension',
      'open',
      'prepare',
      'serialize',
    ],
  },
  {
    module: 'sqlite',
    within: ['StatementSync', 'prototype'],
    names: ['all', 'get', 'iterate', 'run'],
  },
  { module: 'net', within: ['Socket', 'prototype'], names: ['connect'] },
  { module: 'net', within: ['Server', 'prototype'], names: ['listen'] },
  { module: 'tty', names: ['ReadStream'] },
  { module: 'dgram', within: ['Socket', 'prototype'], names: ['bind', 'connect', 'send'] },
  { module: 'dns', names: NAME_LOOKUPS },
  { module: 'dns', within: ['promises'], names: NAME_LOOKUPS },
  {
    module: 'module',
    names: ['_findPath', 'createRequire', 'findPackageJSON', 'register', 'registerHooks'],
  },
  // In a run the same as eval, but for flags of V8 that whoever started the program has set.
  { module: 'vm', names: ['Script', 'compileFunction', 'createScript', 'runInThisContext'] },
  { module: 'vm', within: ['Script', 'prototype'], names: ['runInThisContext'] },
  // The machine's load, by which no run decides twice the same.
  {
    module: 'perf_hooks',
    names: ['PerformanceObserver', 'eventLoopUtilization', 'monitorEventLoopDelay', 'timerify'],
  },
  { module: 'os', names: ['cpus', 'freemem', 'loadavg', 'networkInterfaces', 'uptime'] },
  { module: 'v8', names: ['GCProfiler'] },
];

function withSync(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [name, `${name}Sync`]);
}
