import { type VerifiableJournal } from '../../adapters/journal/block-journal.ts';
import { UnreadableJournal } from '../../adapters/journal/journal-failures.ts';
import { nearestWord } from '../../base/nearest-word.ts';
import { ok, type Result } from '../../base/result.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { Engine } from '../../engine/engine.ts';
import { type StrategySource } from '../../loading/load-strategy.ts';
import { createHost, recipeOf } from '../../loading/planned-run.ts';
import { type Mode, type RunHeader } from '../../model/runs/run.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type IstDate } from '../../model/time/ist.ts';
import {
  type JournalEntry,
  type JournalFailure,
  type RunDescription,
} from '../../ports/journal.ts';
import { describeDivergence } from '../../recovery/divergence.ts';
import { recoverDay, type RecoverDayOptions } from '../../recovery/recover-day.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { refusal, type RunRefusal } from '../../venues/run-refusal.ts';
import { type DecisionChange, diffDecisions } from './decision-diff.ts';
import { readingJournal } from './open-day-journal.ts';
import { StepsTaken } from './steps-taken.ts';
import { type ReplayedParam, type ReplayedParams } from './replayed-params.ts';

/** How recorded days are replayed. */
export interface ReplayOptions {
  readonly journalPath: string;
  /** Null: all days. */
  readonly date: IstDate | null;
  /** Loads the strategy that is to be shown a run's inputs, or says why there is none. */
  readonly strategyFor: (
    header: RunHeader,
    about: RunDescription | null,
  ) => (StrategySource & ReplayedParams) | string;
  readonly knowledge: MarketKnowledge;
  /** Looks on while the days are worked through. */
  readonly onStep?: NonNullable<RecoverDayOptions['onStep']>;
}

/** One recorded day, replayed. */
export interface ReplayedDay {
  readonly date: IstDate;
  readonly events: number;
  /** Instant of its last entry, epoch milliseconds; null where it has none. */
  readonly lastMs: number | null;
  /** What the engine makes otherwise than the program that wrote the journal; null when nothing. */
  readonly program: string | null;
  readonly runs: readonly ReplayedDecisions[];
}

/** The decisions of one run, compared with the recorded ones. */
export interface ReplayedDecisions {
  readonly runId: string;
  readonly strategy: string;
  /** Why it could not be replayed as it was; null when it could. */
  readonly problem: string | null;
  /** Parameters that are not those of the recording, or not those of the file. */
  readonly parameters: readonly ReplayedParam[];
  readonly recorded: number;
  readonly replayed: number;
  readonly changes: readonly DecisionChange[];
}

/** Shows strategies the recorded inputs of days again, and says where they decide otherwise. Sends nothing. */
export function replayJournal(options: ReplayOptions): Result<readonly ReplayedDay[], RunRefusal> {
  const { journalPath, date: wanted } = options;
  const days = readingJournal(journalPath, (journal) => {
    const dates = journal.dates();
    const asked = dates.filter((date) => wanted === null || wanted === date);
    if (asked.length === 0) return noSuchDay(journalPath, wanted, dates);
    return ok(asked.map((date) => replayDay(journal, date, options)));
  });
  return days.ok ? days.value : days;
}

/** Nothing was compared, which must not look as if nothing differed. */
function noSuchDay(
  file: string,
  wanted: IstDate | null,
  dates: readonly IstDate[],
): ReturnType<typeof refusal> {
  if (wanted === null || dates.length === 0) {
    return refusal('configuration', 'The journal is empty: there is no day to replay', { file });
  }
  return refusal('configuration', `No day in the journal is ${wanted}`, {
    file,
    found: wanted,
    allowed: dates.slice(-20).join(', '),
    nearest: nearestWord(wanted, dates),
  });
}

/** What a journal shows of its last day. */
export interface JournalView {
  /** How the engine stood after its last entry; null when the journal is empty. */
  readonly view: EngineView | null;
  /** Why blocks may be missing at its end, so that this is how it stood before; null when all of it is there. */
  readonly lost: JournalFailure | null;
}

/** How the engine stood after the last entry of a journal, as far as its blocks are there. */
export function viewOfJournal(
  options: Pick<ReplayOptions, 'journalPath' | 'knowledge'>,
): Result<JournalView, RunRefusal> {
  return readingJournal(options.journalPath, (journal) => {
    const lost = journal.end.failure;
    // Not the latest: a clock may have been days ahead before.
    const date = journal.lastDate();
    if (date === null) return { view: null, lost };
    const left = { ...journal, entriesOf: () => entriesLeft(journal, date) };
    const engine = engineOfJournal(left, date, options.knowledge);
    recoverDay(left.entriesOf(), { engine, host: createHost(() => undefined) });
    return { view: engine.view(), lost };
  });
}

/**
 * Entries of a date up to where the end of the journal is lost.
 *
 * @throws {UnreadableJournal} where anything else is wrong with it
 */
function* entriesLeft(journal: VerifiableJournal, date: IstDate): Generator<JournalEntry> {
  try {
    yield* journal.entriesOf(date);
  } catch (error) {
    const isEnd = error instanceof UnreadableJournal && error.failure === journal.end.failure;
    if (!isEnd) throw error;
  }
}

/** The same of one day of a journal that is open. */
export function replayDay(
  journal: Pick<VerifiableJournal, 'entriesOf'>,
  date: IstDate,
  options: Pick<ReplayOptions, 'knowledge' | 'strategyFor' | 'onStep'>,
): ReplayedDay {
  const { knowledge, strategyFor, onStep } = options;
  const remade = remaking(knowledge.calendar.day(date), strategyFor);
  const { strategies } = remade;
  const steps = new StepsTaken();
  const recovered = recoverDay(steps.note(journal.entriesOf(date)), {
    engine: engineOfJournal(journal, date, options.knowledge),
    host: createHost(({ header }) => strategies.get(header.runId)),
    remake: remade.remake,
    ...(onStep === undefined ? {} : { onStep }),
  });
  if (!recovered.ok) {
    return { date, events: 0, lastMs: steps.lastMs, program: recovered.error.detail, runs: [] };
  }
  const { runs, events } = recovered.value;
  return {
    date,
    events,
    lastMs: steps.lastMs,
    program: null,
    runs: runs.map(({ runId, strategy, recorded, replayed, divergence }) => ({
      runId,
      strategy,
      problem: divergence?.kind === 'run' ? describeDivergence(divergence) : null,
      parameters: strategies.get(runId)?.parameters ?? [],
      recorded: recorded.length,
      replayed: replayed.length,
      changes: diffDecisions(recorded, replayed, steps.cameToFor(runId)),
    })),
  };
}

/** What runs of a recorded day are made of again, by their ids, and what makes them. */
export function remaking(
  day: CalendarDay,
  strategyFor: ReplayOptions['strategyFor'],
): {
  readonly strategies: ReadonlyMap<string, StrategySource & ReplayedParams>;
  readonly remake: NonNullable<RecoverDayOptions['remake']>;
} {
  const strategies = new Map<string, StrategySource & ReplayedParams>();
  return {
    strategies,
    remake: (header, about, carried) => {
      const loaded = strategyFor(header, about);
      if (typeof loaded === 'string') {
        return { recipe: null, divergence: { kind: 'run', detail: loaded } };
      }
      strategies.set(header.runId, loaded);
      const rest = { day, store: about?.store ?? {}, carried };
      return { recipe: recipeOf({ header, loaded }, rest), divergence: null };
    },
  };
}

/** An engine as the one that the journal was written with: what it was set to is in the journal. */
export function engineOfJournal(
  journal: Pick<VerifiableJournal, 'entriesOf'>,
  date: IstDate,
  { calendar }: Pick<MarketKnowledge, 'calendar'>,
): Engine {
  const made = { mode: 'paper' as Mode, account: '', build: '', brokerId: '', limits: {} };
  for (const entry of journal.entriesOf(date)) {
    if (entry.kind === 'day-opened') {
      const { mode, account, build } = entry;
      Object.assign(made, { mode, account, build });
    } else if (entry.kind === 'run-described') {
      const { brokerId, limits } = entry.about.config;
      Object.assign(made, { brokerId, limits });
      break;
    }
  }
  return new Engine({ ...made, calendar });
}
