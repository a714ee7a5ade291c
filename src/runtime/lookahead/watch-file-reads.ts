import { syncBuiltinESMExports } from 'node:module';

import { callingFiles } from '../../adapters/system/calling-files.ts';
import {
  type Around,
  aroundFunction,
  type Callable,
  type Use,
} from '../../base/around-function.ts';
import { currentWorld } from '../../host/current-world.ts';
import { refuseOutside } from '../../host/globals/refuse-outside.ts';
import { type StrategyRead } from '../../results/backtest-result.ts';
import { importsSoFar, isOfProgram, ownImports, strategyFileAmong } from '../strategy-modules.ts';

import { WATCHED_DOORS } from './watched-doors.ts';

/** Modules of a strategy's own that it had when it was loaded are code, and cannot change with the day. */
const CODE = /\.(?:[cm]?[jt]s|node)$/;

/** What one watched function does is done by others of them, which is no use of these. */
let isUnderWay = false;

/** Reads that strategies made so far. */
export interface FileReadWatch {
  /** What they opened or asked for, and programs that they started. */
  readonly opened: () => readonly StrategyRead[];
  /** These, and files that they import which are no code, such as JSON. */
  readonly reads: () => readonly StrategyRead[];
  /** Puts everything back as it was. */
  readonly close: () => void;
}

/**
 * Takes note of every file that a strategy's own code asks for, every program that it starts and every address that it
 * connects to, from now on; within a run, whoever does so. It is no cage: it finds what is done in the open. Begin before
 * strategies are loaded.
 */
export function watchFileReads(): FileReadWatch {
  const reads = new Map<string, StrategyRead>();
  const before = importsSoFar();
  let isOpen = true;
  // What refuses comes before what watches, so that the watch sees who calls.
  refuseOutside();
  const putBack = WATCHED_DOORS.flatMap(({ owner, names, asked }) =>
    names.map((name) =>
      replaced(owner, name, (use) => {
        const what = isOpen ? asked(use) : null;
        if (what !== null) note(reads, what, callingFiles(use.called));
      }),
    ),
  );
  syncBuiltinESMExports();
  return {
    opened: () => [...reads.values()],
    reads: () => [...new Map([...importedData(before), ...reads]).values()],
    close: () => {
      isOpen = false;
      for (const put of putBack) put();
      syncBuiltinESMExports();
    },
  };
}

/** Puts what tells of its use in the place of a function. Returns what puts it back, unless somebody has replaced it since. */
function replaced(owner: object, name: string, tell: (use: Use) => void): () => void {
  const real: unknown = Reflect.get(owner, name);
  if (typeof real !== 'function') return () => undefined;
  const watched = aroundFunction(real as Callable, telling(tell));
  Reflect.set(owner, name, watched);
  return () => {
    // What tells of nothing any more stays where a strategy was loaded: from then on Node's modules are read-only.
    const there = Object.getOwnPropertyDescriptor(owner, name);
    if (there?.value === watched && there.writable === true) Reflect.set(owner, name, real);
  };
}

function telling(tell: (use: Use) => void): Around {
  return (use, go) => {
    if (isUnderWay) return go();
    tell(use);
    isUnderWay = true;
    try {
      return go();
    } finally {
      isUnderWay = false;
    }
  };
}

function note(reads: Map<string, StrategyRead>, what: string, callers: readonly string[]): void {
  const by = askedBy(callers.filter((file) => file !== '' && !file.startsWith('node:')));
  if (by === null) return;
  const read = { by, what, atMs: currentWorld()?.nowMs ?? null };
  const key = keyOf(read);
  if (!reads.has(key)) reads.set(key, read);
}

/**
 * The file on whose behalf something is asked for, of the files of callers; null when it is this program's own business:
 * outside a run that is what its own code asks for, such as a strategy's modules while they are loaded.
 */
function askedBy(callers: readonly string[]): string | null {
  const [nearest = ''] = callers;
  if (currentWorld() !== null) return strategyFileAmong(callers) ?? nearest;
  return isOfProgram(nearest) ? null : strategyFileAmong(callers);
}

function importedData(before: number): readonly (readonly [key: string, read: StrategyRead])[] {
  return ownImports(before)
    .filter(({ what }) => !CODE.test(what))
    .map((read) => [keyOf(read), { ...read, atMs: null }]);
}

function keyOf({ by, what }: Pick<StrategyRead, 'by' | 'what'>): string {
  return `${by}\n${what}`;
}
