import { type Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { backtest, type BacktestOptions } from '../../backtest/backtest.ts';
import { type DecisionChange, diffDecisions } from '../../day/journal/decision-diff.ts';
import { replayJournal, type ReplayOptions } from '../../day/journal/replay-journal.ts';
import { type DayGap, DayGaps } from '../../day/why/day-gaps.ts';
import { DayWitness } from '../../day/why/day-witness.ts';
import { type EngineSquareOff, EngineSquareOffs } from '../../day/why/engine-square-offs.ts';
import { type Effect } from '../../engine/effect.ts';
import { type EngineEvent } from '../../engine/event.ts';
import { tracedCode } from '../../language/tracing/trace-code.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type RunDescription } from '../../ports/journal.ts';
import { type AskedMoment, type Trace } from '../../model/runs/trace.ts';
import { type RunHeader } from '../../model/runs/run.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { withTrace } from '../../strategy/define-strategy.ts';
import { type BacktestResult } from '../../results/backtest-result.ts';
import { RunTrace } from '../../strategy/run-trace.ts';
import { refusal, type RunRefusal } from '../../venues/run-refusal.ts';

/** One run of a recorded or backtested day, with its trace. */
export interface TracedRun {
  readonly runId: string;
  readonly strategy: string;
  readonly date: IstDate;
  /** File of the strategy, and its hash as it was traced. */
  readonly path: string;
  readonly sourceHash: string;
  /** The hash on record; null in a backtest. Another one: the trace is of a file that has changed since. */
  readonly recordedHash: string | null;
  /** Values of its parameters that it was traced under. */
  readonly params: unknown;
  /** The settings on record that bear on it, with their hash; null in a backtest. */
  readonly configuration: Pick<RunDescription, 'config' | 'configHash'> | null;
  /** The instant of the last entry of its day: later ones are to come, or were not recorded; null in a backtest. */
  readonly recordedUntilMs: number | null;
  /** Why its decisions are not the recorded ones; null where they are. */
  readonly problem: string | null;
  /** What it decides otherwise than the record; empty where nothing, and in a backtest. */
  readonly changes: readonly DecisionChange[];
  /** Whether its form says what it decides by. */
  readonly isExplained: boolean;
  readonly trace: Trace;
  /** What closed its legs besides its strategy; known where a moment is asked about. */
  readonly squareOffs: readonly EngineSquareOff[];
  /** When the program decided nothing on recorded days. */
  readonly gaps: readonly DayGap[];
}

/** Backtested days, and what was decided on them. */
export interface TracedDays {
  readonly runs: readonly TracedRun[];
  readonly result: BacktestResult;
}

/** What of a day is asked about; null: nothing in particular. */
export type MomentOf = (date: IstDate) => AskedMoment | null;

/** Shows strategies recorded days again and takes down what they decide by. Sends nothing. */
export function traceJournal(
  options: ReplayOptions,
  momentOf: MomentOf = () => null,
): Result<readonly TracedRun[], RunRefusal> {
  const tracer = new StrategyTracer(momentOf);
  const recorded = new Map<string, RunDescription>();
  const unloaded: string[] = [];
  const days = replayJournal({
    ...options,
    onStep: tracer.onStep,
    strategyFor: (header, about) => {
      const loaded = options.strategyFor(header, about);
      if (typeof loaded === 'string') {
        unloaded.push(`${header.runId}: ${loaded}`);
        return loaded;
      }
      if (about !== null) recorded.set(header.runId, about);
      return { ...loaded, strategy: tracer.traced(loaded, header) };
    },
  });
  if (!days.ok) return days;
  const runs = days.value.flatMap((day) =>
    day.runs.map(({ runId, problem, changes }) => {
      const record = onRecord(recorded.get(runId));
      return tracer.runOf(runId, { ...record, recordedUntilMs: day.lastMs, problem, changes });
    }),
  );
  const traced = runs.filter((run) => run !== null);
  const [first] = unloaded;
  if (traced.length > 0 || first === undefined) return ok(traced);
  return refusal('configuration', 'No run of that day can be shown it again', {
    ...{ file: options.journalPath, found: first },
    next: 'Put its file back as it was on that day',
  });
}

/** Runs strategies over days of prices and takes down what they decide by. The decisions are those of the same backtest. */
export async function traceBacktest(
  options: BacktestOptions,
  momentOf?: MomentOf,
): Promise<Result<readonly TracedRun[], readonly Problem[]>> {
  const traced = await traceDays(options, momentOf);
  return traced.ok ? ok(traced.value.runs) : traced;
}

/** The same, with the result of the backtest: it has what failed. */
export async function traceDays(
  options: BacktestOptions,
  momentOf: MomentOf = () => null,
): Promise<Result<TracedDays, readonly Problem[]>> {
  const tracer = new StrategyTracer(momentOf);
  const strategies = options.strategies.map((loaded) => ({
    ...loaded,
    strategy: tracer.traced(loaded),
  }));
  const { onStep } = tracer;
  const witnessOf = (date: IstDate): DayWitness | undefined =>
    momentOf(date) === null ? undefined : new DayWitness(onStep);
  const ran = await backtest({ witnessOf, ...options, strategies });
  return ran.ok ? ok({ runs: tracer.runs(), result: ran.value }) : ran;
}

/** What one trace of a run decides otherwise than another, in order of time. */
export function decisionsBetween(one: TracedRun, other: TracedRun): readonly DecisionChange[] {
  return diffDecisions(one.trace.commands, other.trace.commands);
}

function onRecord(
  about: RunDescription | undefined,
): Pick<TracedRun, 'recordedHash' | 'configuration'> {
  if (about === undefined) return { recordedHash: null, configuration: null };
  const { sourceHash, config, configHash } = about;
  return { recordedHash: sourceHash, configuration: { config, configHash } };
}

const AS_IT_IS = { ...onRecord(undefined), recordedUntilMs: null, problem: null, changes: [] };

interface OpenRun extends Omit<TracedRun, keyof typeof AS_IT_IS | 'squareOffs' | 'gaps'> {
  readonly trace: RunTrace;
}

/** Puts traces into the runs of strategies. */
export class StrategyTracer {
  /** What closed legs besides the strategies. */
  readonly #squareOffs = new EngineSquareOffs();
  readonly #gaps = new DayGaps();
  readonly #momentOf: MomentOf;
  readonly #runs = new Map<string, OpenRun>();

  constructor(momentOf: MomentOf) {
    this.#momentOf = momentOf;
  }

  /** Takes a step of a day's engine. */
  readonly onStep = (event: EngineEvent, effects: readonly Effect[]): void => {
    this.#squareOffs.onStep(event, effects);
    this.#gaps.take(event);
  };

  /** `header`: of the run that it is for, where that is known before it starts. */
  traced(
    {
      strategy,
      path,
      sourceHash,
      params,
    }: Pick<LoadedStrategy, 'strategy' | 'path' | 'sourceHash' | 'params'>,
    header: RunHeader | null = null,
  ): LoadedStrategy['strategy'] {
    const isExplained = strategy.runTraced !== undefined;
    const open = ({ runId, date }: RunHeader): RunTrace => {
      const trace = new RunTrace(this.#momentOf(date));
      // A day that is run again under other assumptions is not what was asked about.
      if ((this.#runs.get(runId)?.trace.startedAtMs ?? null) !== null) return trace;
      const about = { runId, strategy: strategy.name, date, path, sourceHash, params };
      this.#runs.set(runId, { ...about, isExplained, trace });
      return trace;
    };
    // A run that stopped before its code ran has a trace with nothing in it.
    if (header !== null) open(header);
    return withTrace(tracedCode(strategy), open);
  }

  runs(): readonly TracedRun[] {
    return [...this.#runs.keys()].map((runId) => this.runOf(runId)).filter((run) => run !== null);
  }

  runOf(runId: string, about: Pick<TracedRun, keyof typeof AS_IT_IS> = AS_IT_IS): TracedRun | null {
    const run = this.#runs.get(runId);
    if (run === undefined) return null;
    for (const show of run.trace.whenRead) show();
    return { ...run, ...about, squareOffs: this.#squareOffs.of(runId), gaps: this.#gaps.all };
  }
}
