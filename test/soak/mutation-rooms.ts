import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** What is mutated together, and where its killers are. */
export interface MutationRoom {
  readonly name: string;
  /** Globs of what is mutated. */
  readonly files: readonly string[];
  /** Globs of its tests in order of cost, a step at a time: a mutant that a step kills is spared the next. */
  readonly steps: readonly (readonly string[])[];
}

const UNIT = '**/*.test.ts';

/** Rooms on which money depends. */
export const MUTATION_ROOMS: readonly MutationRoom[] = [
  {
    name: 'risk',
    files: ['src/risk/*.ts'],
    steps: [[`src/risk/${UNIT}`], [`src/engine/${UNIT}`], ['test/simulation/live-day.test.ts']],
  },
  {
    name: 'model',
    files: ['src/model/*.ts'],
    steps: [
      [`src/model/${UNIT}`],
      [`src/settings/${UNIT}`, `src/risk/${UNIT}`, `src/streams/${UNIT}`, `src/strategy/${UNIT}`],
      [`src/engine/${UNIT}`, `src/simulator/exchange/${UNIT}`, `src/adapters/platform/${UNIT}`],
    ],
  },
  {
    name: 'journal',
    files: ['src/adapters/journal/*.ts'],
    steps: [
      [`src/adapters/journal/${UNIT}`],
      [`src/runtime/${UNIT}`],
      ['test/simulation/recovery.test.ts'],
    ],
  },
  {
    name: 'recovery',
    files: [
      'src/runtime/{recover-day,folded-day,divergence,program-divergence,decision-diff}.ts',
      'src/runtime/{journal-writer,open-day-journal,read-journal,replay-journal,command-log}.ts',
    ],
    steps: [
      [`src/runtime/${UNIT}`],
      ['test/simulation/{divergence,recovery,carried-recovery}.test.ts'],
    ],
  },
  {
    name: 'engine',
    files: ['src/engine/*.ts'],
    steps: [
      [`src/engine/${UNIT}`],
      [`src/runtime/${UNIT}`],
      ['test/simulation/{live-day,recovery,held-polls}.test.ts'],
    ],
  },
];

/** The room's own files. */
export function filesOf({ files }: MutationRoom): readonly string[] {
  return globSync([...files])
    .filter((file) => !file.includes('.test.') && !file.includes('testing/'))
    .toSorted();
}

/** The tests that could notice a change of a file, step by step: the one beside it first, none that never loads it. */
export function testsOf(
  { steps }: MutationRoom,
  file: string,
  isQuick: boolean,
): readonly (readonly string[])[] {
  const beside = [file.replace(/\.ts$/, '.test.ts'), file.replace(/\.ts$/, '.property.test.ts')];
  const tested = new Set<string>();
  const found: (readonly string[])[] = [];
  for (const globs of [beside, ...steps]) {
    const tests = globSync([...globs]).filter(
      (test) => !tested.has(test) && reaches(test, file) && (!isQuick || test.startsWith('src/')),
    );
    for (const test of tests) tested.add(test);
    if (tests.length > 0) found.push(tests.toSorted());
  }
  return found;
}

const imports = new Map<string, readonly string[]>();
const reached = new Map<string, ReadonlySet<string>>();

function reaches(test: string, file: string): boolean {
  let all = reached.get(test);
  if (all === undefined) {
    const seen = new Set<string>();
    const open = [test];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...importsOf(next));
    }
    reached.set(test, seen);
    all = seen;
  }
  return all.has(file);
}

function importsOf(file: string): readonly string[] {
  const known = imports.get(file);
  if (known !== undefined) return known;
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // A module of something else than TypeScript, or a name in a text.
  }
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  );
  imports.set(file, found);
  return found;
}
