import { type AuditStream } from '../audit/audit-stream.ts';
import { type DayPicture } from '../audit/day-picture.ts';
import { atOnce } from '../base/at-once.ts';
import { ok, type Result } from '../base/result.ts';
import { type EngineEvent } from '../engine/event.ts';
import { type EngineView } from '../engine/engine-view.ts';
import { type Engine } from '../engine/engine.ts';
import { createHost } from '../loading/planned-run.ts';
import { type RunHeader } from '../model/runs/run.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { type ToldNotice } from '../notices/told-notice.ts';
import { type ReadableJournal } from '../ports/journal.ts';
import { type ProgramDivergence } from '../recovery/divergence.ts';
import { foldDay, type RecoveredDay } from '../recovery/recover-day.ts';
import { type MarketKnowledge } from '../settings/market/market-knowledge.ts';
import { createCommandLog, openLogFile } from './command-log.ts';
import { DayAudit } from './day-audit.ts';
import { type DayResult, reckonView } from './day-ledger.ts';
import { engineOfJournal } from './journal/replay-journal.ts';

/** A day that no process trades any more. */
export interface JournaledDayOptions {
  readonly journal: Pick<ReadableJournal, 'entriesOf'>;
  readonly day: CalendarDay;
  readonly knowledge: MarketKnowledge;
  /** When it ends, epoch milliseconds: so long it would have watched. */
  readonly endsAtMs: number;
  /** Called with what comes to light only at its end, not with what the journal holds. */
  readonly onNotice: (notice: ToldNotice) => void;
}

/**
 * A day that is over, rebuilt from its journal: no strategy's code runs, nothing is sent, asked or written.
 *
 * States: made (nothing is known: whoever is to hear what happened listens now), folded (the books stand as at the day's end).
 */
export class JournaledDay {
  readonly log = createCommandLog(openLogFile());
  /** Nothing is written. */
  readonly kernel = { journalFailure: null };
  readonly firstFillAfterRealMs = null;
  readonly #options: JournaledDayOptions;
  readonly #engine: Engine;
  readonly #audit: DayAudit;
  readonly #runs: RunHeader[] = [];
  #watchedUntilMs = -Infinity;

  constructor(options: JournaledDayOptions) {
    const { journal, day, knowledge, onNotice } = options;
    this.#options = options;
    this.#engine = engineOfJournal(journal, day.date, knowledge);
    const indices = knowledge.rules.underlyings;
    this.#audit = new DayAudit({ log: this.log, onNotice, indices });
  }

  /** Steps through the journal and to the day's end; or says why this program cannot follow it. */
  fold(): Result<null, ProgramDivergence> {
    const { journal, day } = this.#options;
    const { onStep } = this.#audit.hooks();
    const recovered = atOnce(
      this.#audit.replaying(
        foldDay(journal.entriesOf(day.date), {
          engine: this.#engine,
          host: createHost(() => undefined),
          remake: (header) => {
            this.#runs.push(header);
            return { recipe: null, divergence: null };
          },
          onStep,
        }),
      ),
    );
    if (!recovered.ok) return recovered;
    this.#watchedUntilMs = recovered.value.folded.lastAtMs;
    this.#passToEnd(recovered.value);
    return ok(null);
  }

  /** When its process was last heard of, epoch milliseconds. */
  get watchedUntilMs(): number {
    return this.#watchedUntilMs;
  }

  get runs(): readonly RunHeader[] {
    return this.#runs;
  }

  /** Its runs as a day's plan has them. */
  get planned(): readonly { readonly header: RunHeader }[] {
    return this.#runs.map((header) => ({ header }));
  }

  get audit(): AuditStream {
    return this.#audit.stream;
  }

  note(notice: ToldNotice): void {
    this.#audit.note(notice);
  }

  view(): EngineView {
    return this.#engine.view();
  }

  picture(): DayPicture {
    return this.#audit.picture(this.view());
  }

  reckon(view: EngineView = this.view()): DayResult {
    return reckonView(view, this.#options);
  }

  /** What was under way when its process ended has no answer any more, and what is open stays so. */
  #passToEnd({ folded: { lastAtMs, neverSent } }: RecoveredDay): void {
    const { endsAtMs, day } = this.#options;
    const closeMs = day.sessions.at(-1)?.endMs ?? endsAtMs;
    if (lastAtMs >= closeMs && this.view().attemptsUnderWay === 0) return;
    const atMs = Math.max(lastAtMs, endsAtMs);
    this.#step({ kind: 'restarted', atMs, lastAtMs, neverSent });
    this.#step({ kind: 'time-passed', atMs });
  }

  #step(event: EngineEvent): void {
    const { onStep, onDrained } = this.#audit.hooks();
    // What the engine would do now is not done.
    onStep(event, this.#engine.step(event));
    onDrained();
  }
}
