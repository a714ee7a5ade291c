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
/** Whole days of faults, and the judges of the drill. */
const DAYS = 'test/soak/mutation-days.test.ts';
/** Simulated days that take seconds. */
const SIMULATED =
  'test/simulation/{live-day,recovery,sixty-stops,divergence,carried-positions,carried-recovery,halt-left,halt-of-a-later-date,failing-strategies,futures,past-midnight,second-reckoning}.test.ts';

/** Rooms on which money depends. */
export const MUTATION_ROOMS: readonly MutationRoom[] = [
  {
    name: 'risk',
    files: ['src/risk/*.ts'],
    steps: [[`src/risk/${UNIT}`], [`src/engine/${UNIT}`], [SIMULATED], [DAYS]],
  },
  {
    name: 'model',
    files: ['src/model/**/*.ts'],
    steps: [
      [`src/model/${UNIT}`],
      [`src/settings/${UNIT}`, `src/risk/${UNIT}`, `src/streams/${UNIT}`, `src/strategy/${UNIT}`],
      [`src/engine/${UNIT}`, `src/exchange/${UNIT}`, `src/adapters/platform/${UNIT}`],
    ],
  },
  {
    name: 'journal',
    files: ['src/adapters/journal/*.ts'],
    steps: [
      [`src/adapters/journal/${UNIT}`],
      [`src/recovery/${UNIT}`, `src/kernel/${UNIT}`, `src/day/${UNIT}`, `src/daemon/${UNIT}`],
      ['test/simulation/recovery.test.ts'],
      [DAYS],
    ],
  },
  {
    name: 'recovery',
    files: [
      'src/recovery/*.ts',
      'src/kernel/{journal-writer,folded-day}.ts',
      'src/day/command-log.ts',
      'src/day/journal/*.ts',
    ],
    steps: [
      [`src/recovery/${UNIT}`],
      [`src/kernel/${UNIT}`, `src/day/${UNIT}`, `src/daemon/${UNIT}`],
      [SIMULATED],
      [DAYS],
    ],
  },
  {
    name: 'engine',
    files: ['src/engine/**/*.ts'],
    steps: [
      [`src/engine/${UNIT}`],
      [`src/recovery/${UNIT}`, `src/kernel/${UNIT}`, `src/day/${UNIT}`, `src/daemon/${UNIT}`],
      [SIMULATED],
      [DAYS],
    ],
  },
];

/** The room's own files. */
export function filesOf({ files }: MutationRoom): readonly string[] {
  return globSync([...files])
    .filter((file) => !file.includes('.test.') && !file.includes('testing/'))
    .toSorted();
}

/**
 * The tests that could notice a change of a file, step by step: none that never loads it. In a step those come first that
 * killed mutants of the file before, or stand beside it, then those that killed most of all; property tests come last.
 */
export function testsOf(
  { steps }: MutationRoom,
  file: string,
  { isQuick, kills }: { readonly isQuick: boolean; readonly kills: Kills },
): readonly (readonly string[])[] {
  const tested = new Set<string>();
  const rank = rankOf(file, kills);
  const found: (readonly string[])[] = [];
  for (const globs of steps) {
    const tests = globSync([...globs]).filter(
      (test) => !tested.has(test) && reaches(test, file) && (!isQuick || test.startsWith('src/')),
    );
    for (const test of tests) tested.add(test);
    if (tests.length > 0) {
      found.push(tests.toSorted().toSorted((left, right) => rank(right) - rank(left)));
    }
  }
  return found;
}

/** How often a test file killed mutants, under `TEST`, and mutants of one file, under `FILE TEST`. */
export type Kills = ReadonlyMap<string, number>;

function rankOf(file: string, kills: Kills): (test: string) => number {
  const beside = file.replace(/\.ts$/, '.');
  return (test) => {
    const ofFile = (kills.get(`${file} ${test}`) ?? 0) + (test.startsWith(beside) ? 1 : 0);
    const isSlow = test.includes('.property.');
    return ofFile * 1_000_000 + (isSlow ? -1 : (kills.get(test) ?? 0));
  };
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
