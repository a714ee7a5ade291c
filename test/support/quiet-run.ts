import { type HostedRun, InProcessHost } from '../../src/host/in-process-host.ts';
import { type RunHeader } from '../../src/model/runs/run.ts';
import { type RunHost, type RunRecipe, type Turn } from '../../src/ports/run-host.ts';

/** The header of a run on paper. */
export const header: RunHeader = {
  runId: 'a@2026-11-20/paper',
  strategy: 'a',
  date: '2026-11-20',
  mode: 'paper',
  account: 'default',
  seed: '1',
};

/** A turn in which nothing happens. */
export const QUIET: Turn = { commands: [], watches: null, state: 'running', storeChanges: [] };

/** What a run of a test does. */
export type ScriptedRun = Partial<HostedRun>;

/** A run that does nothing but what is given. */
function quietRun(over: ScriptedRun): HostedRun {
  return {
    start: () => QUIET,
    deliver: () => QUIET,
    advanceTo: () => QUIET,
    passGap: () => QUIET,
    passBefore: (untilMs) => ({ ...QUIET, atMs: untilMs, isOfPrice: false }),
    fail: () => QUIET,
    whenOutside: () => undefined,
    nextTimerMs: () => null,
    nextPriceMs: () => null,
    stop: () => undefined,
    ...over,
  };
}

/** What a run of a test is made of; its host finds the run itself in it. */
interface ScriptedRecipe extends RunRecipe {
  readonly run: HostedRun;
}

/** What a run of a test is started with. It does nothing but what is given. */
export function aRecipe(over: ScriptedRun = {}, of: RunHeader = header): ScriptedRecipe {
  return { header: of, ...RECIPE, run: quietRun(over) };
}

/** A host of such runs. */
export function scriptedHost(): RunHost {
  return new InProcessHost({ make: (recipe) => (recipe as ScriptedRecipe).run });
}

const RECIPE: Omit<RunRecipe, 'header'> = {
  day: {
    date: header.date,
    isTradingDay: true,
    occasion: null,
    sessions: [],
    window: null,
    isVerified: true,
  },
  path: '/a.ts',
  sourceHash: '',
  given: {},
  store: {},
  carried: [],
};
