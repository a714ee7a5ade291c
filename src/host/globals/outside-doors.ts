/** A module of Node's, or a class of one, with functions and classes by which code comes by what is outside of its run. */
export interface OutsideDoors {
  /** Of the module, as `node:` names it. */
  readonly module: string;
  /** Where in the module they are, from part to part. @default the module itself */
  readonly within?: readonly string[];
  /** Those that a version of Node does not have are none. */
  readonly names: readonly string[];
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
];

/** Functions of `node:fs` and `node:fs/promises` by which files are read, or known. */
export const FILE_READS = withSync(READING);
/** Functions of `node:child_process` that start a program. */
export const PROGRAM_STARTS = withSync(['spawn', 'exec', 'execFile', 'fork']);

const FILES = withSync([...READING, ...READING_ON, ...CHANGING]);
const NAME_LOOKUPS = ['lookup', 'lookupService', 'resolve', 'resolveAny', 'resolveTxt', 'reverse'];

/** What no run may use, on whoever's behalf. `docs/honesty.md` tells of it. */
export const OUTSIDE_DOORS: readonly OutsideDoors[] = [
  { module: 'fs', names: FILES },
  { module: 'fs', within: ['promises'], names: FILES },
  { module: 'child_process', names: PROGRAM_STARTS },
  { module: 'child_process', within: ['ChildProcess', 'prototype'], names: ['spawn'] },
  { module: 'worker_threads', names: ['Worker', 'receiveMessageOnPort'] },
  { module: 'sqlite', within: ['DatabaseSync', 'prototype'], names: ['open', 'exec', 'prepare'] },
  {
    module: 'sqlite',
    within: ['StatementSync', 'prototype'],
    names: ['all', 'get', 'iterate', 'run'],
  },
  { module: 'net', within: ['Socket', 'prototype'], names: ['connect'] },
  { module: 'dgram', within: ['Socket', 'prototype'], names: ['bind', 'connect', 'send'] },
  { module: 'dns', names: NAME_LOOKUPS },
  { module: 'dns', within: ['promises'], names: NAME_LOOKUPS },
  { module: 'module', names: ['createRequire', 'register', 'registerHooks'] },
  { module: 'inspector', within: ['Session', 'prototype'], names: ['connect'] },
  { module: 'vm', names: ['createContext', 'runInNewContext'] },
];

function withSync(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [name, `${name}Sync`]);
}
