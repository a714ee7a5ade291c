import { type EngineView } from '../engine/engine-view.ts';
import { NoticeFold, toldAt, type ToldNotice } from '../notices/told-notice.ts';
import { type AuditEntry, type AuditKind, type SeenEvent } from './audit-entry.ts';
import { NoticeBoard } from './notice-board.ts';

/** How a day stands: what terminal, status and summary are drawn from. Plain JSON. */
export interface DayPicture {
  /** Number of the last entry that is in it: a reader continues with the next. */
  readonly seq: number;
  /** How the engine stood after that entry: the fold of the day that it keeps itself. */
  readonly books: EngineView;
  /** Books of the shadow runs beside it, which are not the account's. Absent where there are none. */
  readonly shadow?: EngineView;
  /** Last prices of the indices, in the order in which they were first seen. */
  readonly levels: readonly { readonly symbol: string; readonly lastPaise: number }[];
  /** Commands that the gate refused. */
  readonly refusals: number;
  /** The last 200 notices, oldest first. */
  readonly notices: readonly ToldNotice[];
  /** The first 1,000 warnings and worse but alerts, oldest first, and refusals that were only counted. */
  readonly problems: readonly ToldNotice[];
  /** Those of them that were settled since, or were only mistakes of the operator. @default none */
  readonly settled?: readonly ToldNotice[];
  /** How many more there were. */
  readonly problemsLeftOut: number;
  /** Warnings and worse that strategies sent themselves, oldest first; at most 1,000. */
  readonly alerts: readonly ToldNotice[];
}

/** A notice, and how it is shown: null where it only repeats what was shown within the minute. */
interface NewNotice {
  readonly notice: ToldNotice;
  readonly shown: ToldNotice | null;
}

const NONE: readonly NewNotice[] = [];

/**
 * Folds entries into the picture of their day. Equal notices of one instant become one with a count: those of the instant
 * under way wait until it is over, or the reader says that it is.
 */
export class DayPictureFold {
  readonly #indices: ReadonlySet<string>;
  readonly #levels = new Map<string, number>();
  readonly #board = new NoticeBoard();
  readonly #instant = new NoticeFold();
  #instantMs = -Infinity;
  readonly #new: NewNotice[] = [];
  #refusals = 0;

  /** @param indices - those whose levels are in the picture */
  constructor(indices: readonly string[] = []) {
    this.#indices = new Set(indices);
  }

  /** The kinds of entries that it needs. */
  get kinds(): readonly AuditKind[] {
    return this.#indices.size === 0 ? ['refused', 'notice'] : ['refused', 'notice', 'seen'];
  }

  /** Takes the next entry. */
  take(entry: AuditEntry): void {
    if (entry.kind === 'refused') this.#refusals += 1;
    else if (entry.kind === 'seen') this.#takeSeen(entry.what);
    else if (entry.kind === 'notice') this.#takeNotice(entry);
  }

  /** Ends the instant under way. Returns what was noticed since the last call. */
  settle(): readonly NewNotice[] {
    this.#endInstant();
    return this.#new.length === 0 ? NONE : this.#new.splice(0);
  }

  /** The picture so far. */
  picture(seq: number, books: EngineView): DayPicture {
    const { recent: notices, problems, settled, problemsLeftOut, alerts } = this.#board;
    const levels = Array.from(this.#levels, ([symbol, lastPaise]) => ({ symbol, lastPaise }));
    const told = { notices, problems, settled, problemsLeftOut, alerts };
    return { seq, books, levels, refusals: this.#refusals, ...told };
  }

  #takeSeen(what: SeenEvent): void {
    if (what.kind !== 'prices') return;
    for (const { symbol, lastPaise } of what.quotes) {
      if (this.#indices.has(symbol)) this.#levels.set(symbol, lastPaise);
    }
  }

  #takeNotice({ atMs, notice, isOwn }: Extract<AuditEntry, { kind: 'notice' }>): void {
    if (isOwn || atMs !== this.#instantMs) this.#endInstant();
    this.#instantMs = atMs;
    if (isOwn) this.#keep(toldAt(atMs, notice));
    else this.#instant.take(atMs, notice);
  }

  #endInstant(): void {
    for (const notice of this.#instant.release()) this.#keep(notice);
  }

  #keep(notice: ToldNotice): void {
    this.#new.push({ notice, shown: this.#board.add(notice) });
  }
}
