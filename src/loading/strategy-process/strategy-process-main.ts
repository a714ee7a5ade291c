import { soonAsProgram } from '../../adapters/system/code-owner.ts';
import { serveLines, showLine } from '../../adapters/system/confined-process.ts';
import { outwardLink } from '../../adapters/system/outward-link.ts';
import { CodeInterrupted, workInterruptibly } from '../../adapters/system/interruptible.ts';
import { hearRefusals } from '../../adapters/system/refused-doors.ts';
import { sealDoors } from '../../adapters/system/sealed-doors.ts';
import { invariant } from '../../base/invariant.ts';
import { leaveInterruptedWorld } from '../../host/current-world.ts';
import { type RunAnswer, type RunRecipe } from '../../ports/run-host.ts';
import { type ReplayStep } from '../../recovery/run-replays.ts';
import { answerReader } from '../describing/answer-reader.ts';
import { type ToldReader } from '../describing/module-reader-lines.ts';
import { recallTold } from '../files-as-they-were.ts';
import { protectBuiltIns } from '../guard-process.ts';
import { type LoadedStrategy, loadStrategy } from '../load-strategy.ts';
import { createHost } from '../planned-run.ts';
import { armStrayFailures, forgiveViolations, handStrayFailures } from '../stray-failures.ts';
import { projectOf } from '../reads/project-of.ts';
import { LineReader } from './logged-line.ts';
import { recipeIn } from './run-sources.ts';
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
let isPreparing = false;
let isDueSoon = false;

const lines = new LineReader();
const sayLine = serveLines((line) => {
  const told = lines.read(line);
  if (told === null) return;
  waiting.push(told);
  workSoon();
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

/** Once for all lines that came together. */
function workSoon(): void {
  if (isDueSoon) return;
  isDueSoon = true;
  soonAsProgram(() => {
    isDueSoon = false;
    work();
  });
}

/** Works off lines as long as none has to be prepared. Code that does not return is interrupted on request, by a SIGINT. */
function work(): void {
  if (isPreparing) return;
  if (workInterruptibly(serveLinesAtHand) === 'interrupted') carryOn();
  const next = waiting[0];
  if (next !== undefined) void prepare(next);
}

function serveLinesAtHand(): void {
  served.goOn();
  for (let told = waiting[0]; told !== undefined && isPrepared(told); told = waiting[0]) {
    waiting.shift();
    serve(told);
  }
}

/** @throws {CodeInterrupted} always: see there */
function carryOn(): never {
  leaveInterruptedWorld();
  invariant(served.takeInterruption(), 'What was interrupted was no code of a run');
  workSoon();
  throw new CodeInterrupted('Code of a strategy was interrupted');
}

function isPrepared(told: HeardLine | ToldReader): told is HeardLine {
  if (isForReader(told)) return false;
  const recipe = recipeIn(told);
  return recipe === null || paths.has(recipe.header.runId);
}

async function prepare(told: HeardLine | ToldReader): Promise<void> {
  isPreparing = true;
  if (isForReader(told)) {
    waiting.shift();
    sayLine(JSON.stringify(await answerReader(told)));
  } else {
    const recipe = recipeIn(told);
    if (recipe !== null) await load(recipe);
  }
  isPreparing = false;
  if (waiting.length > 0) workSoon();
}

function isForReader(told: HeardLine | ToldReader): told is ToldReader {
  return 'hello' in told || 'describe' in told || 'try' in told;
}

function serve(told: HeardLine): void {
  if ('files' in told) recallTold(told.files);
  else if ('replay' in told) serveReplay(told.replay);
  else if ('runId' in told) serveCall(told);
  else served.take(told);
}

function serveReplay(step: ReplayStep): void {
  const why = step.step === 'begin' ? unusable.get(step.header.runId) : undefined;
  if (step.step !== 'begin' || why === undefined) served.take({ replay: step });
  else served.take({ replay: cannotBegin(step, why) });
}

function serveCall(told: Extract<ToldLine, { runId: string }>): void {
  const { runId, call } = told;
  const why = unusable.get(runId);
  if (why === undefined) served.take(told);
  else if (call !== undefined) served.sayOf({ runId, answer: failed(why) });
}

async function load(recipe: RunRecipe): Promise<void> {
  const { runId } = recipe.header;
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
    say({ changed: runId });
  } else loaded.set(runId, found.value);
}

function cannotBegin(step: Extract<ReplayStep, { step: 'begin' }>, detail: string): ReplayStep {
  return { ...step, remade: { recipe: null, divergence: { kind: 'run', detail } } };
}

function failed(failure: string): RunAnswer {
  const turn = { commands: [], watches: null, state: 'failed', failure, storeChanges: [] } as const;
  return { turn, nextTimerMs: null, nextPriceMs: null };
}
