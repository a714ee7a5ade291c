import { type AuditStream } from '../audit/audit-stream.ts';
import { type DayPicture } from '../audit/day-picture.ts';
import { atOnce } from '../base/at-once.ts';
import { isSameJson } from '../base/json.ts';
import { ok, type Result } from '../base/result.ts';
import { type EngineView } from '../engine/engine-view.ts';
import { type Engine } from '../engine/engine.ts';
import { eventJournal } from '../kernel/journal-writer.ts';
import { Kernel } from '../kernel/kernel.ts';
import { unkeptRequest } from '../kernel/request-line.ts';
import { UnknownUnderlyings } from '../loading/known-underlyings.ts';
import { createHost, type PlannedRun, planRuns, recipeOf } from '../loading/planned-run.ts';
import { ACTIVE, type Halt, type Veto } from '../model/orders/halt-and-lock.ts';
import { type OperatorRequest } from '../model/orders/operator-request.ts';
import { type RunHeader, runName } from '../model/runs/run.ts';
import { DAY_MS, startOfIstDay } from '../model/time/ist.ts';
import { type Notice, noticeOf } from '../notices/notice.ts';
import { toldAt, type ToldNotice } from '../notices/told-notice.ts';
import { type ReadableJournal } from '../ports/journal.ts';
import { type HostProcesses, type RunHost } from '../ports/run-host.ts';
import { leftUnderAnotherDate, toldOfLater } from '../recovery/carried-over.ts';
import { type ProgramDivergence } from '../recovery/divergence.ts';
import { type RecoverDayOptions, type RecoveredDay } from '../recovery/recover-day.ts';
import { CarriedRuns } from './overnight/carried-runs.ts';
import { DayAudit } from './day-audit.ts';
import { type DayResult, reckonView } from './day-ledger.ts';
import { DaySources } from './day-sources.ts';
import { engineOf } from './engine-of.ts';
import { adoptedSource, HeldRuns } from './held-runs.ts';
import { type FoldedJournal, foldJournal } from './journal/fold-journal.ts';
import { type MakeEngine } from './overnight/fold-last-day.ts';
import { openNewDay } from './overnight/open-new-day.ts';
import { withDoubt } from './overnight/why-unsure.ts';
import { QuarantinedRuns } from './quarantined-runs.ts';
import { RunReloads } from './reload/run-reloads.ts';
import { requestMeant } from './request-meant.ts';
import { beginningOf, runDescribed } from './run-described.ts';
import {
  type DayStart,
  type FoundAtStart,
  haltsIn,
  happenedMeanwhile,
  heldAtStart,
  isFlatten,
  type LeftMeanwhile,
  NOTHING_MEANWHILE,
  releasesAtStart,
} from './start-day.ts';
import { fillStores } from './strategy-stores.ts';
import { type TradingDayOptions } from './trading-day-options.ts';

/**
 * One account's trading day: an engine, the runs of its strategies, and what is known of them.
 *
 * States: made (nothing runs), started (runs take inputs until they end; what the journal held of the day has been
 * recovered), stopped (nothing fires any more; the figures stay readable).
 */
export class TradingDay {
  readonly kernel: Kernel;
  readonly #options: TradingDayOptions;
  readonly #journal: ReadableJournal | null;
  readonly #engine: Engine;
  /** Where its runs live. */
  readonly host: RunHost;
  /** Of the authors' own inputs; null where they are open in this process. */
  readonly sourceProcesses: (() => HostProcesses) | null;
  /** Its runs under changed files. */
  readonly reloads: RunReloads;
  readonly #headers: RunHeader[] = [];
  /** Held runs, whose sources are opened when the operator adopts them. */
  readonly #held = new HeldRuns();
  readonly #quarantined: QuarantinedRuns;
  readonly #noteNow = (notice: Notice): void => {
    this.note(toldAt(this.#options.clock.nowMs(), notice));
  };
  readonly #sources: DaySources;
  readonly #carried: CarriedRuns;
  readonly #audit: DayAudit;
  #folded: Result<FoldedJournal, ProgramDivergence> | null = null;
  readonly #makeEngine: MakeEngine = (set) => engineOf(this.#options, set);

  constructor(options: TradingDayOptions) {
    this.#options = options;
    const { mode, account, knowledge, clock, day } = options;
    const { journal = null, strategies, seed, prices = null, history = null } = options;
    this.#journal = journal;
    const planned = planRuns({ strategies, date: day.date, mode, account, seed });
    this.#quarantined = new QuarantinedRuns(options, planned);
    this.#sources = new DaySources({ ...options, warn: this.#noteNow, kernel: () => this.kernel });
    this.#carried = new CarriedRuns(options, planned);
    const loaded = new Map(planned.map((run) => [run.header.runId, run.loaded]));
    this.sourceProcesses = options.sourceProcesses ?? null;
    this.host =
      options.host ?? createHost(({ header }) => loaded.get(header.runId), { history, prices });
    this.reloads = new RunReloads(planned, {
      host: this.host,
      kernel: () => this.kernel,
      describe: this.#describe.bind(this),
      onTakenOver: (run) => {
        this.#sources.reopen(run);
      },
    });
    this.#engine = engineOf(options);
    this.#audit = new DayAudit(options);
    const unknown = new UnknownUnderlyings(options.underlyings ?? knowledge.rules.underlyings);
    this.kernel = new Kernel({
      ...options,
      engine: this.#engine,
      host: this.host,
      sessions: day.sessions,
      dayEndsMs: startOfIstDay(day.date) + DAY_MS,
      journal: eventJournal(journal, day.date),
      ...this.#audit.hooks(),
      onStoreChange: ({ strategy, runId }, change) => {
        options.stores.put(runName(runId), change);
        this.kernel.keepEntry({ kind: 'store', atMs: clock.nowMs(), runId, strategy, ...change });
      },
      onWatches: ({ runId }, watches) => {
        for (const found of unknown.among(runId, watches)) {
          this.#noteNow(noticeOf('underlying-unknown', runId, found));
        }
      },
    });
  }

  /**
   * Recovers what the journal holds of the day, then starts a run for every strategy that has none. With `sources`
   * the authors' own inputs are opened too. `asked` comes before anything that a run wants. Fails when the journal is
   * not this program's: then nothing runs.
   */
  start({ sources, ...found }: DayStart): Result<null, ProgramDivergence> {
    this.#sources.wanted = sources;
    atOnce(this.fold());
    const recovered = this.#openDay({ ...NOTHING_MEANWHILE, ...found });
    if (!recovered.ok) return recovered;
    this.#startRuns(new Set(recovered.value?.folded.runs.map(({ run }) => run.runId)));
    this.#startLeftRuns();
    // What is to be closed is there only now.
    const closing = recovered.value === null ? (found.asked ?? []).filter(isFlatten) : [];
    for (const request of closing) this.ask(request);
    return ok(null);
  }

  /**
   * Folds what the journal holds of the day, a step at a time: the engine is as it was, runs in a process of their own replay what
   * they heard, and nothing is sent. To be done to its end, and before {@link start}, which else does it in one go.
   */
  *fold(): Generator<undefined, void, undefined> {
    const journal = this.#journal;
    const { date } = this.#options.day;
    this.#quarantined.nameSources();
    if (this.#folded !== null || journal?.dates().includes(date) !== true) return;
    this.#folded = yield* foldJournal(journal, { ...this.#remaking(), date, audit: this.#audit });
  }

  /** Hands the engine what the operator asks, durably. Returns the notices meanwhile. */
  ask(asked: OperatorRequest): readonly ToldNotice[] {
    const request = requestMeant(asked, this.view());
    return this.#audit.collect(() => {
      const nowMs = this.#options.clock.nowMs();
      const lifted = this.#quarantined.lift(request, nowMs);
      const instead = lifted ?? this.#held.whyNotAdopted(request, nowMs);
      if (instead === null) this.#ask(request);
      else this.note(instead);
    });
  }

  /** Says what the program keeps entries back for from now on, all of it. */
  veto(vetoes: readonly Veto[]): void {
    if (isSameJson(this.view().vetoes, vetoes)) return;
    this.kernel.post({ kind: 'vetoes-changed', vetoes });
    this.kernel.drain();
  }

  /** Whether nothing is under way that leaves a fill unprotected should the process end now. */
  isSettled(): boolean {
    return this.#engine.isSettled();
  }

  /** What the day leaves of its calendar week. */
  weekToCarry(): ReturnType<Engine['weekToCarry']> {
    return this.#engine.weekToCarry();
  }

  stop(): void {
    this.#sources.close();
    this.kernel.stop();
    this.host.close?.();
  }

  note(notice: ToldNotice): void {
    this.#audit.note(notice);
  }

  /** The runs that the configuration asks for, in its order, each with the source that runs now. */
  get planned(): RunReloads['planned'] {
    return this.reloads.planned;
  }

  /** Headers of the runs, in the order in which they started. */
  get runs(): readonly RunHeader[] {
    return this.#headers;
  }

  /** Real milliseconds from the day's making to the first fill that a run saw. */
  get firstFillAfterRealMs(): number | null {
    return this.#audit.firstFillAfterRealMs;
  }

  view(): EngineView {
    return this.#engine.view();
  }

  /** An order of its runs, as it was planned. */
  plannedOrder(tag: string): ReturnType<Engine['plannedOrder']> {
    return this.#engine.plannedOrder(tag);
  }

  /** All that happens, what a recovered journal holds of the day included. */
  get audit(): AuditStream {
    return this.#audit.stream;
  }

  /** The same as it happens: what a recovered journal holds is counted, and not heard. */
  get auditLive(): Pick<AuditStream, 'listen' | 'seq'> {
    return this.#audit.live;
  }

  picture(): DayPicture {
    return this.#audit.picture(this.view());
  }

  reckon(view: EngineView = this.view()): DayResult {
    return reckonView(view, this.#options);
  }

  #ask(request: OperatorRequest): void {
    this.#describeAdopted(request);
    this.kernel.post({ kind: 'operator-asked', request });
    this.kernel.drain();
    const unkept = unkeptRequest(request, this.kernel.write());
    if (unkept !== null) this.#noteNow(unkept);
    this.#takeHeldSources(request);
  }

  #openDay(meanwhile: Omit<LeftMeanwhile, 'left'>): Result<RecoveredDay | null, ProgramDivergence> {
    const journal = this.#journal;
    const { date } = this.#options.day;
    const left = journal === null ? null : leftUnderAnotherDate(journal, date);
    if (left !== null) toldOfLater(left, date).forEach(this.#noteNow);
    const found = { left, ...meanwhile };
    if (journal !== null && this.#folded !== null) {
      if (!this.#folded.ok) return this.#folded;
      const about = { today: date, makeEngine: this.#makeEngine, note: this.#noteNow };
      return ok(this.#goOn(this.#folded.value, withDoubt(journal, found, about)));
    }
    if (journal !== null) this.#carryOver(journal, left);
    const asked = found.asked.filter((request) => !isFlatten(request));
    const events = this.#meanwhile({ ...found, asked }, left?.halt ?? ACTIVE);
    for (const event of events) this.kernel.post(event);
    this.kernel.drain();
    return ok(null);
  }

  #carryOver(journal: ReadableJournal, left: FoundAtStart['left']): void {
    const { calendar } = this.#options.knowledge;
    const own = { calendar, left, makeEngine: this.#makeEngine, ...this.#carried.asked };
    const { entry, stores, events, notes } = openNewDay(journal, { ...this.#options, ...own });
    this.kernel.keepEntry(entry);
    this.#carried.take(entry.carried);
    fillStores(this.#options.stores, stores);
    for (const notice of notes) this.note(notice);
    for (const event of events) this.kernel.post(event);
  }

  #meanwhile(found: LeftMeanwhile, journaled: Halt): ReturnType<typeof happenedMeanwhile> {
    const about = { ...this.#options, ...found, date: this.#options.day.date, journaled };
    return happenedMeanwhile({ ...about, halt: this.view().halt });
  }

  #remaking(): RecoverDayOptions {
    const { day, venue } = this.#options;
    return {
      engine: this.#engine,
      host: this.host,
      remake: (header, about, carried) => {
        this.#headers.push(header);
        this.#held.noteRecorded(header.runId, about);
        return this.#quarantined.remake({ header, about, carried }, this.planned, day);
      },
      changedSinceAdopted: (...of) => this.#held.changedSinceAdopted(...of, this.planned),
      local: venue.local,
    };
  }

  #goOn({ recovered, carried }: FoldedJournal, found: LeftMeanwhile): RecoveredDay {
    const { onDivergence = 'hold', mode, clock, stores } = this.#options;
    const { folded } = recovered;
    fillStores(stores, carried.stores);
    this.#carried.take(carried.runs);
    for (const { runId } of folded.held) this.#held.add(runId, this.planned);
    this.#held.changed().forEach(this.#noteNow);
    for (const request of found.asked) this.#describeAdopted(request);
    const meanwhile = this.#meanwhile(found, found.left?.halt ?? carried.halt);
    const isActive = mode === 'live' && this.view().halt.state === 'active';
    for (const entry of haltsIn(meanwhile, clock.nowMs(), isActive)) this.kernel.keepEntry(entry);
    this.kernel.resume(heldAtStart(folded, this.#options.codeless), meanwhile);
    for (const release of releasesAtStart(folded.held, onDivergence)) this.ask(release);
    return recovered;
  }

  #startRuns(going: ReadonlySet<string>): void {
    const begun = new Set(this.#headers.map(({ runId }) => runId));
    for (const planned of this.planned) {
      const { runId } = planned.header;
      if (!begun.has(runId)) this.#startRun(planned);
      if (!begun.has(runId) || going.has(runId)) this.#takeSources(planned);
    }
  }

  #startRun(planned: PlannedRun): void {
    const { header, loaded } = planned;
    const { day, stores } = this.#options;
    const name = runName(header.runId);
    const carried = this.#carried.of(name);
    const recipe = recipeOf(planned, { day, store: stores.of(name), carried });
    this.#headers.push(header);
    this.#describe(planned);
    const detail = this.#quarantined.judge(header.runId, null);
    const beginning = { ...beginningOf(loaded), carried, ...this.#sources.of(planned) };
    if (detail === null) this.kernel.startRun(recipe, beginning);
    else this.kernel.startHeld(header, { ...beginning, detail, isQuarantined: true });
  }

  /** What a run left that is not to run today stays in the books under its name, for the operator to decide. */
  #startLeftRuns(): void {
    for (const { header, carried } of this.#carried.notAmong(this.#headers)) {
      this.#headers.push(header);
      const detail = 'it left positions on an earlier day, and is not among the runs of today';
      this.kernel.startHeld(header, { carried, detail });
    }
  }

  /** A restart must know what was adopted, to hold the run again when that is changed. */
  #describeAdopted(request: OperatorRequest): void {
    const planned = this.#held.adoptedBy(request);
    if (planned !== undefined) this.#describe(planned);
  }

  #describe(planned: PlannedRun): void {
    if (this.#journal !== null) this.kernel.keepEntry(runDescribed(planned, this.#options));
  }

  #takeHeldSources(request: OperatorRequest): void {
    const adopted = this.#held.release(request);
    if (adopted === undefined) return;
    this.#noteNow(adoptedSource(adopted));
    this.#takeSources(adopted);
  }

  #takeSources(planned: PlannedRun): void {
    if (!this.#quarantined.has(planned.header.runId)) this.#sources.open(planned);
  }
}
