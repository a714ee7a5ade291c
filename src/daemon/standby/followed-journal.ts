import { entriesIn, isSound } from '../../adapters/journal/block.ts';
import { invariant } from '../../base/invariant.ts';
import { type DayJournal } from '../../day/journal/open-day-journal.ts';
import { type IstDate } from '../../model/time/ist.ts';
import {
  type JournalBlock,
  type JournalEntry,
  type ReadableJournal,
  type RunConfig,
} from '../../ports/journal.ts';

/**
 * The journal of a day that another process writes.
 *
 * - following: it has the blocks that were taken, and grows. Entries are read once, and nothing can be written.
 * - open: that process is gone, and the journal is this one's. The rest of the day has been read from it.
 */
export class FollowedJournal implements ReadableJournal {
  readonly #date: IstDate;
  #entries: JournalEntry[] = [];
  #head = 0;
  #last: JournalBlock | null = null;
  /** Blocks whose predecessor is of another date, and was not followed: whether they come after it shows once the journal is open. */
  readonly #afterGaps: JournalBlock[] = [];
  /** Of the first event, until one has been read; then of the last that was read. */
  #readAtMs: number | null = null;
  /** Of the last event. */
  #newestAtMs = -Infinity;
  #limits: RunConfig['limits'] | null = null;
  #journal: ReadableJournal | null = null;

  constructor(date: IstDate) {
    this.#date = date;
  }

  /** Number of the last block; 0 before the first. */
  get sequence(): number {
    return this.#last?.sequence ?? 0;
  }

  /** Instant of the last event that was read; of the first one before that, null where there is none. */
  get readAtMs(): number | null {
    return this.#readAtMs;
  }

  /** The limits that the day began with, as its first run was described; null before. */
  get limits(): RunConfig['limits'] | null {
    return this.#limits;
  }

  /** Whether all events of one more instant are there: those of a later one have come. */
  get hasNext(): boolean {
    return this.#readAtMs !== null && this.#newestAtMs > this.#readAtMs;
  }

  /** Takes blocks in their order. False where they are not a part of one chain: then nothing of it can be used. */
  take(blocks: readonly JournalBlock[]): boolean {
    return blocks.every((block) => this.#takeBlock(block));
  }

  /**
   * Reads the rest of the day from the journal, and is that from here on. False where what was followed is not what it holds.
   *
   * @throws {UnreadableJournal} where it cannot be read
   */
  open({ journal, blocks }: Pick<DayJournal, 'journal' | 'blocks'>): boolean {
    const last = this.#last;
    if (blocks === null || last === null) return false;
    if (blocks.hashAt(last.sequence) !== last.hash) return false;
    for (;;) {
      const rest = blocks.after(this.#date, this.sequence);
      if (rest.length === 0) break;
      if (!this.take(rest)) return false;
    }
    this.#journal = journal;
    return this.#afterGaps.every((block) => isSound(block, blocks.hashAt(block.sequence - 1)));
  }

  get fence(): number {
    return this.#opened.fence;
  }

  readonly append: ReadableJournal['append'] = (entries, date) =>
    this.#opened.append(entries, date);

  readonly close = (): void => {
    // It is closed by who opened it.
  };

  readonly dates = (): readonly IstDate[] => this.#journal?.dates() ?? [this.#date];

  readonly lastDate = (): IstDate | null =>
    this.#journal === null ? this.#date : this.#journal.lastDate();

  readonly entriesOf = (date: IstDate): Iterable<JournalEntry> =>
    date === this.#date ? this.#unread() : this.#opened.entriesOf(date);

  get #opened(): ReadableJournal {
    invariant(this.#journal !== null, 'A journal is used that another process writes');
    return this.#journal;
  }

  #takeBlock(block: JournalBlock): boolean {
    const last = this.#last;
    if (block.date !== this.#date || block.sequence <= this.sequence) return false;
    if (last?.sequence !== block.sequence - 1) this.#afterGaps.push(block);
    else if (!isSound(block, last.hash)) return false;
    this.#takeEntries(block);
    return true;
  }

  #takeEntries(block: JournalBlock): void {
    this.#last = block;
    for (const entry of entriesIn(block)) {
      this.#entries.push(entry);
      if (entry.kind === 'run-described') this.#limits ??= entry.about.config.limits;
      if (entry.kind !== 'event') continue;
      this.#newestAtMs = entry.atMs;
      this.#readAtMs ??= entry.atMs;
    }
  }

  *#unread(): Generator<JournalEntry, void, undefined> {
    for (;;) {
      const entry = this.#entries[this.#head];
      if (entry === undefined) {
        invariant(this.#journal !== null, 'More is read of a journal than was followed');
        return;
      }
      this.#head += 1;
      if (this.#head === this.#entries.length) {
        this.#entries = [];
        this.#head = 0;
      }
      if (entry.kind === 'event') this.#readAtMs = entry.atMs;
      yield entry;
    }
  }
}
