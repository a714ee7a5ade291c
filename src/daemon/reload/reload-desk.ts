import { wait } from '../../adapters/system/machine-time.ts';
import { type Json } from '../../base/json.ts';
import { formatProblem, type Problem } from '../../base/problem.ts';
import { decisionText } from '../../day/journal/decision-text.ts';
import {
  checkCandidate,
  type CheckedCandidate,
  type CandidateOptions,
} from '../../day/reload/check-candidate.ts';
import { type TradingDay } from '../../day/trading-day.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type PlannedRun } from '../../loading/planned-run.ts';
import { type Mode, runMeant } from '../../model/runs/run.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';
import { type ReloadRefusal } from '../../notices/reloads.ts';
import { toldAt, type ToldNotice } from '../../notices/told-notice.ts';
import { type Clock } from '../../ports/clock.ts';
import { type ReadableJournal } from '../../ports/journal.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';

/** What a day's runs are reloaded with. */
export interface ReloadDeskOptions {
  readonly trading: Pick<TradingDay, 'kernel' | 'planned' | 'view' | 'note' | 'reloads'>;
  readonly journal: Pick<ReadableJournal, 'entriesOf'>;
  readonly day: CalendarDay;
  readonly mode: Mode;
  readonly clock: Clock;
  readonly knowledge: Pick<MarketKnowledge, 'calendar'>;
  /** The configuration's `calendar`. */
  readonly calendar: Readonly<Record<string, Json>> | null;
  /** What a process that checks must not read, absolute paths. */
  readonly hidden: readonly string[];
  /** Whether a run of this mode may be reloaded at all. */
  readonly isAllowed: boolean;
  /** Whether strategies of such a day can have a process of their own. */
  readonly mayIsolate: boolean;
  /** Another source runs. */
  readonly onReloaded?: () => void;
  /** Keeps a source for the evidence of the day, before it takes over. @default none is kept */
  readonly keep?: (
    source: Pick<LoadedStrategy, 'path' | 'imports' | 'sourceHash'>,
  ) => Promise<void>;
  /** @default as `checkCandidate` */
  readonly check?: Partial<Pick<CandidateOptions, 'deadlines' | 'compile' | 'types'>>;
}

/** A run that is to continue under its file as it is now. */
export interface ReloadAsked {
  readonly runId: string;
  readonly by: 'operator' | 'save';
  /** Names the request: asked again, it is answered with what became of it. Null: it is not asked again. */
  readonly attempt: string | null;
  /** The source that was seen, and no other; null: whatever is in the file. */
  readonly sourceHash: string | null;
  /** Whether it may decide otherwise than its run did. */
  readonly mayDiffer: boolean;
}

/** The last request that was begun. */
interface Attempt {
  readonly attempt: string | null;
  readonly runId: string;
  /** Null while it is under way. */
  outcome: Notice | null;
}

const LOOK_EVERY_MS = 20;
/** How long a checked source may take to live the day in its process, real milliseconds. */
const PREPARED_WITHIN_MS = 60_000;

/**
 * Has runs continue under their changed files, one after the other.
 *
 * - idle: nothing is being checked.
 * - busy: a file is checked, then lives the day in a process of its own, and takes over between two inputs. Whatever goes wrong on
 *   the way leaves the run as it was.
 */
export class ReloadDesk {
  readonly #options: ReloadDeskOptions;
  readonly #ended = new AbortController();
  #last: Attempt | null = null;

  constructor(options: ReloadDeskOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#last !== null && this.#last.outcome === null;
  }

  /** Whether its runs may be reloaded at all. */
  get isAllowed(): boolean {
    return this.#options.isAllowed;
  }

  /** Its runs, each with the source that runs now. */
  get planned(): readonly PlannedRun[] {
    return this.#options.trading.planned;
  }

  /** Whether a run is one of its own, by its id or its name. */
  knows(run: string): boolean {
    return this.#runOf(run) !== null;
  }

  end(): void {
    this.#ended.abort();
  }

  /** Begins what is asked, or says why not. Asked again by the name of its attempt, it says what became of that. */
  ask(asked: ReloadAsked): readonly ToldNotice[] {
    const notice = this.#answer(asked);
    return [toldAt(this.#options.clock.nowMs(), notice)];
  }

  /** Has a run continue under its file, where that can be. Resolves with what became of it. */
  async reload(asked: ReloadAsked): Promise<Notice> {
    const run = this.#runOf(asked.runId);
    const whyNot = run === null ? unknownRun(asked.runId, this.#runIds()) : this.#whyNot(run);
    if (run === null || whyNot !== null) return whyNot ?? unknownRun(asked.runId, []);
    const { runId } = run.header;
    const attempt: Attempt = { attempt: asked.attempt, runId, outcome: null };
    this.#last = attempt;
    const outcome = await this.#work(asked, run);
    attempt.outcome = outcome;
    // The engine reports a takeover itself, and a file without a change is no news to anyone but the caller.
    if (outcome.code === 'reload-refused' && outcome.facts.why !== 'unchanged') this.#note(outcome);
    return outcome;
  }

  #answer(asked: ReloadAsked): Notice {
    const last = this.#last;
    const run = this.#runOf(asked.runId);
    if (last !== null && asked.attempt !== null && last.attempt === asked.attempt) {
      return last.outcome ?? noticeOf('reload-begun', last.runId, {});
    }
    const whyNot = run === null ? unknownRun(asked.runId, this.#runIds()) : this.#whyNot(run);
    if (whyNot !== null) return whyNot;
    void this.reload(asked);
    return noticeOf('reload-begun', run?.header.runId ?? null, {});
  }

  #runOf(asked: string): PlannedRun | null {
    const runId = runMeant(asked, this.#runIds());
    return this.#options.trading.planned.find(({ header }) => header.runId === runId) ?? null;
  }

  #runIds(): readonly string[] {
    return this.#options.trading.planned.map(({ header }) => header.runId);
  }

  #whyNot(run: PlannedRun): Notice | null {
    const { isAllowed, mode, trading } = this.#options;
    if (!isAllowed) return refused(run, 'live', 'a live run keeps its source');
    // Its size was earned by exactly this source: another one begins in shadow, on another day.
    if (mode === 'live' && (run.loaded.goal ?? null) !== null) {
      return refused(run, 'live', 'a run with a stage keeps its source for the day');
    }
    if (!trading.reloads.areOffered) {
      const detail = 'strategies run in the program itself';
      const next = this.#options.mayIsolate ? ': set "isolation: process" and restart it' : '';
      return refused(run, 'not-isolated', `${detail}${next}`);
    }
    const state = this.#stateOf(run);
    if (state !== 'running') return refused(run, 'not-running', `the run is ${state}`);
    return this.isBusy ? refused(run, 'busy', 'another file is being checked') : null;
  }

  #stateOf({ header }: PlannedRun): string {
    const run = this.#options.trading.view().runs.find(({ runId }) => runId === header.runId);
    return run?.state ?? 'not there';
  }

  async #work(asked: ReloadAsked, run: PlannedRun): Promise<Notice> {
    const checked = await this.#check(run);
    if (!checked.ok) {
      const { why, problems } = checked.error;
      return refused(run, why, textOf(problems));
    }
    const candidate = checked.value;
    const refusal = refusalOf(asked, run, candidate);
    if (refusal !== null) return refusal;
    const { sourceHash, recorded, replayed, changes } = candidate;
    const facts = {
      sourceHash,
      recorded,
      replayed,
      changes: changes.map((change) => decisionText(change)),
    };
    this.#note(noticeOf('reload-checked', run.header.runId, facts));
    if (changes.length > 0 && !asked.mayDiffer) {
      return refused(run, 'differs', 'it decides otherwise, which was not accepted');
    }
    return this.#takeOver(asked, run, candidate);
  }

  #check({ header, loaded }: PlannedRun): ReturnType<typeof checkCandidate> {
    const { trading, journal, day, mode, knowledge, calendar, hidden, check = {} } = this.#options;
    trading.kernel.write();
    const { path, given = {}, sourceHash, strategy: source } = loaded;
    const { runId, strategy } = header;
    const about = { path, given, sourceHash };
    return checkCandidate({
      ...{ journal, date: day.date, mode, runId, strategy, about, knowledge, calendar, hidden },
      broker: source.broker?.name ?? null,
      ...check,
    });
  }

  async #takeOver(
    { by }: ReloadAsked,
    run: PlannedRun,
    { sourceHash, params, imports, sources, changes }: CheckedCandidate,
  ): Promise<Notice> {
    const { trading, onReloaded, keep } = this.#options;
    const { runId } = run.header;
    await keep?.({ path: run.loaded.path, sourceHash, imports });
    const prepared = trading.reloads.prepare(runId, sourceHash);
    if (prepared === null) return refused(run, 'not-isolated', 'its code cannot be replaced');
    const made = { sourceHash, params, imports, sources };
    const reloaded = { runId, by, ...made, changes: changes.length };
    try {
      for (let waitedMs = 0; waitedMs < PREPARED_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
        if (this.#ended.signal.aborted) return refused(run, 'not-running', 'the day ends');
        const state = this.#stateOf(run);
        if (state !== 'running') return refused(run, 'not-running', `the run is ${state}`);
        const failure = prepared.failure();
        if (failure !== null) return refused(run, 'replay', failure);
        if (trading.reloads.takeOver(reloaded, prepared)) {
          onReloaded?.();
          const sourceHashBefore = run.loaded.sourceHash;
          const facts = { by, sourceHash, sourceHashBefore, changes: changes.length };
          return noticeOf('run-reloaded', runId, facts);
        }
        await wait(LOOK_EVERY_MS, this.#ended.signal);
      }
      return refused(run, 'endless', 'it has not lived the day within a minute');
    } finally {
      prepared.drop();
    }
  }

  #note(notice: Notice): void {
    this.#options.trading.note(toldAt(this.#options.clock.nowMs(), notice));
  }
}

/** Why a source that was checked does not take over; null where nothing is against it. */
function refusalOf(
  { sourceHash }: ReloadAsked,
  run: PlannedRun,
  candidate: CheckedCandidate,
): Notice | null {
  if (candidate.sourceHash === run.loaded.sourceHash) {
    return refused(run, 'unchanged', 'it is what runs already');
  }
  if (sourceHash !== null && sourceHash !== candidate.sourceHash) {
    return refused(run, 'changed-again', 'it was changed again since it was shown');
  }
  const open = namesOf(run.loaded.strategy.sources);
  const declared = namesOf(candidate.sources);
  if (open === declared) return null;
  const detail = `it declares the sources ${declared}, and ${open} are open until the day ends. Keep these names to have it take over today, or leave the file as it is: it runs from the next day on`;
  return refused(run, 'other-sources', detail);
}

function namesOf(sources: readonly { readonly name: string }[]): string {
  const names = sources.map(({ name }) => `"${name}"`).toSorted();
  return names.length === 0 ? 'none' : names.join(', ');
}

function refused({ header, loaded }: PlannedRun, why: ReloadRefusal, detail: string): Notice {
  return noticeOf('reload-refused', header.runId, { why, file: loaded.path, detail });
}

function unknownRun(name: string, runIds: readonly string[]): Notice {
  return noticeOf('run-unknown', null, { name, runIds, nearest: null });
}

/** The first problem with its place, on a line. */
function textOf([first]: readonly Problem[]): string {
  return first === undefined ? '' : (formatProblem(first).split('\n')[0] ?? '');
}
