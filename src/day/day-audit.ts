import { monotonicMs } from '../adapters/system/machine-time.ts';
import { AUDIT_KINDS, type AuditEntry, type AuditKind } from '../audit/audit-entry.ts';
import { AuditStream } from '../audit/audit-stream.ts';
import { type DayPicture, DayPictureFold } from '../audit/day-picture.ts';
import { type EngineView } from '../engine/engine-view.ts';
import { type KernelOptions } from '../kernel/kernel-options.ts';
import { type ToldNotice } from '../notices/told-notice.ts';
import { type TradingDayOptions } from './trading-day-options.ts';

type Followers = Pick<TradingDayOptions, 'onStep' | 'onNotice' | 'onEntry' | 'log' | 'indices'>;

/** The audit stream of one day, its picture, and who follows them. */
export class DayAudit {
  /** All that happens, what a recovered journal holds of the day included. */
  readonly stream = new AuditStream();
  readonly #options: Followers;
  readonly #picture: DayPictureFold;
  readonly #madeRealMs = monotonicMs();
  #firstFillAfterRealMs: number | null = null;
  #collected: ToldNotice[] | null = null;
  #isReplaying = false;
  /** Meanwhile. */
  readonly #noted: ToldNotice[] = [];

  constructor(options: Followers) {
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
    if (onEntry !== undefined) this.listen(AUDIT_KINDS, onEntry);
  }

  /** As `AuditStream.listen`, without what a recovered journal holds of the day. */
  listen<Kind extends AuditKind>(
    kinds: readonly Kind[],
    take: (entry: Extract<AuditEntry, { readonly kind: Kind }>) => void,
  ): () => void {
    return this.stream.listen(kinds, (entry) => {
      if (!this.#isReplaying) take(entry);
    });
  }

  /** The stream without what a recovered journal holds of the day, which is counted all the same. */
  get live(): Pick<AuditStream, 'listen' | 'seq'> {
    const { stream } = this;
    return {
      get seq() {
        return stream.seq;
      },
      listen: (kinds, take) => this.listen(kinds, take),
    };
  }

  /** Real milliseconds from the day's making to the first fill that a run saw; null before. */
  get firstFillAfterRealMs(): number | null {
    return this.#firstFillAfterRealMs;
  }

  /** The day so far, with the books as they stand. */
  picture(books: EngineView): DayPicture {
    return this.#picture.picture(this.stream.seq, books);
  }

  /** What makes a kernel tell it all. */
  hooks(): Required<Pick<KernelOptions, 'onStep' | 'onDrained' | 'onNotice'>> {
    const { onStep } = this.#options;
    return {
      onStep: (event, effects) => {
        onStep?.(event, effects);
        this.stream.take(event, effects);
      },
      onDrained: () => {
        this.#show();
      },
      onNotice: (notice) => {
        this.note(notice);
      },
    };
  }

  /** Takes a notice of the process's own, and shows it. */
  note(notice: ToldNotice): void {
    if (this.#isReplaying) {
      this.#noted.push(notice);
      return;
    }
    this.stream.note(notice);
    this.#show();
  }

  /** Does something. Returns the notices that came of it, repeats too. */
  collect(work: () => void): readonly ToldNotice[] {
    const collected: ToldNotice[] = [];
    this.#collected = collected;
    work();
    this.#collected = null;
    return collected;
  }

  /**
   * Replays a journal: what was shown at the time is in the picture, and is not shown again. What the process notes meanwhile is
   * shown after it.
   */
  *replaying<Made>(
    work: Generator<undefined, Made, undefined>,
  ): Generator<undefined, Made, undefined> {
    this.#isReplaying = true;
    const made = yield* work;
    this.#picture.settle();
    this.#isReplaying = false;
    for (const notice of this.#noted.splice(0)) this.note(notice);
    return made;
  }

  #show(): void {
    for (const { notice, shown } of this.#picture.settle()) {
      this.#collected?.push(notice);
      if (shown !== null) this.#options.onNotice(shown);
    }
  }
}
