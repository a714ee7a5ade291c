import { monotonicMs } from '../adapters/system/machine-time.ts';
import { AUDIT_KINDS } from '../audit/audit-entry.ts';
import { AuditStream } from '../audit/audit-stream.ts';
import { type DayPicture, DayPictureFold } from '../audit/day-picture.ts';
import { type EngineView } from '../engine/engine-view.ts';
import { type ToldNotice } from '../notices/told-notice.ts';
import { type TradingDayOptions } from './trading-day-options.ts';

/** The audit stream of one day, its picture, and who follows them. */
export class DayAudit {
  /** All that happens, what a recovered journal holds of the day included. */
  readonly stream = new AuditStream();
  readonly #options: Pick<TradingDayOptions, 'onNotice' | 'onEntry'>;
  readonly #picture: DayPictureFold;
  readonly #madeRealMs = monotonicMs();
  #firstFillAfterRealMs: number | null = null;
  #collected: ToldNotice[] | null = null;
  #isReplaying = false;

  constructor(options: Pick<TradingDayOptions, 'onNotice' | 'onEntry' | 'log' | 'indices'>) {
    const { log, onEntry, indices } = options;
    const picture = new DayPictureFold(indices);
    this.#options = options;
    this.#picture = picture;
    this.stream.listen(picture.kinds, (entry) => {
      picture.take(entry);
    });
    this.stream.listen(['decided'], ({ what }) => {
      if (what.kind === 'command') log.take(what);
    });
    this.stream.listen(['learned'], ({ what }) => {
      if (what.kind !== 'orders-observed') return;
      if (what.events.some(({ fillUnits }) => fillUnits > 0)) {
        this.#firstFillAfterRealMs ??= monotonicMs() - this.#madeRealMs;
      }
    });
    if (onEntry === undefined) return;
    this.stream.listen(AUDIT_KINDS, (entry) => {
      if (!this.#isReplaying) onEntry(entry);
    });
  }

  /** Real milliseconds from the day's making to the first fill that a run saw; null before. */
  get firstFillAfterRealMs(): number | null {
    return this.#firstFillAfterRealMs;
  }

  /** The day so far, with the books as they stand. */
  picture(books: EngineView): DayPicture {
    return this.#picture.picture(this.stream.seq, books);
  }

  /** Takes a notice of the process's own, and shows it. */
  note(notice: ToldNotice): void {
    this.stream.note(notice);
    this.show();
  }

  /** Shows the notices of what has been stepped through. */
  show(): void {
    for (const { notice, shown } of this.#picture.settle()) {
      this.#collected?.push(notice);
      if (shown !== null) this.#options.onNotice(shown);
    }
  }

  /** Does something. Returns the notices that came of it, repeats too. */
  collect(work: () => void): readonly ToldNotice[] {
    const collected: ToldNotice[] = [];
    this.#collected = collected;
    work();
    this.#collected = null;
    return collected;
  }

  /** Replays a journal: what was shown at the time is in the picture, and is not shown again. */
  replay<Made>(work: () => Made): Made {
    this.#isReplaying = true;
    const made = work();
    this.#picture.settle();
    this.#isReplaying = false;
    return made;
  }
}
