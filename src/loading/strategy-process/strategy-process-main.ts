import { soonAsProgram } from '../../adapters/system/code-owner.ts';
import { serveLines, showLine } from '../../adapters/system/confined-process.ts';
import { outwardLink } from '../../adapters/system/outward-link.ts';
import { hearRefusals } from '../../adapters/system/refused-doors.ts';
import { sealDoors } from '../../adapters/system/sealed-doors.ts';
import { invariant } from '../../base/invariant.ts';
import { type RunAnswer, type RunRecipe } from '../../ports/run-host.ts';
import { type ReplayStep } from '../../recovery/run-replays.ts';
import { answerReader } from '../describing/answer-reader.ts';
import { type ToldReader } from '../describing/module-reader-lines.ts';
import { protectBuiltIns } from '../guard-process.ts';
import { type LoadedStrategy, loadStrategy } from '../load-strategy.ts';
import { createHost } from '../planned-run.ts';
import { armStrayFailures, forgiveViolations, handStrayFailures } from '../stray-failures.ts';
import { projectOf } from './project-of.ts';
import { LineReader } from './logged-line.ts';
import { ServedRuns } from './served-runs.ts';
import { type HeardLine, type SaidLine, type ToldLine } from './said-lines.ts';

// The program of a process for strategies: it says what strategies are before there is a run, loads those of the runs that it starts,
// and answers call by call.

const loaded = new Map<string, LoadedStrategy>();
/** Runs whose strategy could not be loaded as it was checked, and why. */
const unusable = new Map<string, string>();
/** The files of the runs. */
const paths = new Map<string, string>();
const waiting: (HeardLine | ToldReader)[] = [];
let isWorking = false;
let isToWork = false;

const lines = new LineReader();
const sayLine = serveLines((line) => {
  const told = lines.read(line);
  if (told === null) return;
  waiting.push(told);
  // Once for all lines that come together: they may be those of a whole day.
  if (!isToWork) soonAsProgram(() => void work());
  isToWork = true;
});
const say = (said: SaidLine): void => {
  sayLine(JSON.stringify(said));
};

sealDoors();
protectBuiltIns();
armStrayFailures();
forgiveViolations(showLine);
handStrayFailures(({ owner, message }) => {
  const outside = `outside of its turns: ${message}`;
  if (owner.kind === 'run') say({ runId: owner.runId, outside });
  else {
    for (const [runId, path] of paths) if (path === owner.path) say({ runId, outside });
  }
});

/** More are not reported: they say the same. */
const REFUSALS_TOLD_MAX = 50;
const refusals = new Set<string>();
hearRefusals((refused) => {
  const text = JSON.stringify({ refused });
  // Without an owner it is this program, or Node on its behalf, that looks for what need not be there.
  if (refused.owner === null || refusals.has(text)) return;
  if (refusals.size >= REFUSALS_TOLD_MAX) return;
  refusals.add(text);
  sayLine(text);
});

const served = new ServedRuns(
  createHost(({ header }) => loaded.get(header.runId)),
  say,
);

async function work(): Promise<void> {
  isToWork = false;
  if (isWorking) return;
  isWorking = true;
  try {
    for (let told = waiting.shift(); told !== undefined; told = waiting.shift()) await take(told);
  } finally {
    isWorking = false;
  }
}

async function take(told: HeardLine | ToldReader): Promise<void> {
  if ('hello' in told || 'describe' in told || 'try' in told) {
    sayLine(JSON.stringify(await answerReader(told)));
  } else if ('replay' in told) await takeReplay(told.replay);
  else if ('runId' in told) await takeCall(told);
  else served.take(told);
}

async function takeReplay(step: ReplayStep): Promise<void> {
  if (step.step !== 'begin') {
    served.take({ replay: step });
    return;
  }
  if (step.remade.recipe !== null) await load(step.remade.recipe);
  const why = unusable.get(step.header.runId);
  served.take({ replay: why === undefined ? step : cannotBegin(step, why) });
}

async function takeCall(told: Extract<ToldLine, { runId: string }>): Promise<void> {
  const { runId, call } = told;
  if (call?.kind === 'start') await load(call.recipe);
  const why = unusable.get(runId);
  if (why === undefined) served.take(told);
  else if (call !== undefined) served.sayOf({ runId, answer: failed(why) });
}

async function load(recipe: RunRecipe): Promise<void> {
  const { runId } = recipe.header;
  invariant(!paths.has(runId), 'A run starts twice in its process');
  paths.set(runId, recipe.path);
  say({ at: runId, isLoading: true });
  await loadOf(recipe);
  say({ going: true });
}

async function loadOf({ header, path, given, sourceHash }: RunRecipe): Promise<void> {
  const { runId } = header;
  const link = outwardLink(projectOf(path));
  if (link !== null) {
    unusable.set(runId, link);
    return;
  }
  const found = await loadStrategy(path, given);
  if (!found.ok) unusable.set(runId, found.error.map(({ message }) => message).join('; '));
  else if (found.value.sourceHash !== sourceHash) {
    unusable.set(runId, 'its file was changed since it was checked');
  } else loaded.set(runId, found.value);
}

function cannotBegin(step: Extract<ReplayStep, { step: 'begin' }>, detail: string): ReplayStep {
  return { ...step, remade: { recipe: null, divergence: { kind: 'run', detail } } };
}

function failed(failure: string): RunAnswer {
  const turn = { commands: [], watches: null, state: 'failed', failure, storeChanges: [] } as const;
  return { turn, nextTimerMs: null, nextPriceMs: null };
}
