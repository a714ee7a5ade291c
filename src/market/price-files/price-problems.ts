import { kept } from '../../base/kept.ts';
import { type IstDate } from '../../model/time/ist.ts';

/** What can be wrong with a file of prices, and what happens to the row. See `docs/prices.md`. */
export const PRICE_PROBLEMS = {
  'empty-file': 'nothing is read',
  'binary-file': 'nothing is read',
  header: 'nothing is read',
  'unknown-column': 'the column is ignored',
  fields: 'the row is left out',
  truncated: 'the row is left out',
  'mixed-format': 'the row is left out',
  'repeated-header': 'the row is left out',
  'bad-time': 'the row is left out',
  'mixed-time': 'the row is kept',
  'future-date': 'the row is left out',
  'bad-number': 'the row is left out',
  'not-positive': 'the row is left out',
  'too-high': 'the row is left out',
  decimals: 'the price is rounded to the nearest paisa',
  inconsistent: 'the row is left out',
  'crossed-quote': 'the row is kept without its bid and ask',
  'unknown-symbol': 'the row is left out',
  'unlisted-contract': 'the row is kept; the contract is never offered',
  'after-expiry': 'the row is left out',
  duplicate: 'the first row counts, this one is left out',
  disorder: 'the row is put in its place',
  implausible: 'the row is kept',
  gap: 'no price is made up for the minutes',
  'out-of-session': 'the rows are kept apart and never trade',
  'closed-day': 'the rows are kept apart and never trade',
  'too-early': 'the rows are kept apart and never trade',
  'missing-day': 'the day is not run',
  'wrong-zone': 'the rows are read as they stand',
  'wrong-stamp': 'the rows are read as they stand',
  'wrong-unit': 'the rows are read as they stand',
  'wrong-interval': 'the rows are read as they stand',
  'month-first': 'the rows are read as they stand',
} as const;

/** Kind of a problem with prices. */
export type PriceProblemKind = keyof typeof PRICE_PROBLEMS;

/** Problems of a whole file: they explain those of its rows, come before them, and are never left out. */
const OF_WHOLE_FILES: ReadonlySet<PriceProblemKind> = new Set([
  'empty-file',
  'binary-file',
  'header',
  'wrong-zone',
  'wrong-stamp',
  'wrong-unit',
  'wrong-interval',
  'month-first',
]);

/** One problem with prices. */
export interface PriceProblem {
  /** Path as it was given. */
  readonly file: string;
  /** From 1, the header included. For a gap, the row after it. */
  readonly line: number;
  /** Null where no date can be read. */
  readonly date: IstDate | null;
  readonly kind: PriceProblemKind;
  /** What is wrong, what was found and what is allowed, in one line. */
  readonly detail: string;
}

/** What is allowed where rows have dates and no times. */
export const DAYS_NOT_MINUTES = 'date and time of each minute; these are days, not minutes';

/** The form of every problem's detail. */
export function said(what: string, found: string, allowed: string): string {
  return `${what}: found ${found}, allowed ${allowed}`;
}

/** Where a problem is. */
export interface PricePlace {
  /** Number of the file, from 0. */
  readonly file: number;
  readonly line: number;
  readonly date: IstDate | null;
}

/** Problems of one kind that are kept. */
const KEPT_OF_KIND = 1_000;
/** Problems of one date that are always kept, so that no bad day passes for a sound one. */
const KEPT_OF_DATE = 4;

/** Counts all problems and keeps the first of each kind and date: memory stays flat however bad a file is. */
export class ProblemBook {
  readonly #counts = new Map<PriceProblemKind, number>();
  readonly #byDate = new Map<IstDate | null, Map<PriceProblemKind, number>>();
  readonly #ofDates = new Map<IstDate, number>();
  readonly #kept: (Omit<PriceProblem, 'file'> & { readonly file: number })[] = [];

  /** Counts a problem; its detail is only built where it is kept. */
  report(kind: PriceProblemKind, place: PricePlace, detail: () => string): void {
    const { date } = place;
    const ofKind = this.count(kind, date);
    const ofDate = date === null ? KEPT_OF_DATE : (this.#ofDates.get(date) ?? 0);
    const isCut = ofKind >= KEPT_OF_KIND && !OF_WHOLE_FILES.has(kind);
    if (isCut && ofDate >= KEPT_OF_DATE) return;
    if (date !== null) this.#ofDates.set(date, ofDate + 1);
    this.#kept.push({ file: place.file, line: place.line, date, kind, detail: detail() });
  }

  /** Counts a row whose problem was reported before. Returns how many there were of the kind. */
  count(kind: PriceProblemKind, date: IstDate | null): number {
    const known = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, known + 1);
    const ofDate = kept(this.#byDate, date, () => new Map<PriceProblemKind, number>());
    ofDate.set(kind, (ofDate.get(kind) ?? 0) + 1);
    return known;
  }

  /** All that are kept: those of whole files, then the rest; each by file and line. */
  problems(files: readonly string[]): readonly PriceProblem[] {
    const rank = ({ kind }: { readonly kind: PriceProblemKind }): number =>
      OF_WHOLE_FILES.has(kind) ? 0 : 1;
    return this.#kept
      .toSorted(
        (left, right) =>
          rank(left) - rank(right) || left.file - right.file || left.line - right.line,
      )
      .map((kept) => ({ ...kept, file: files[kept.file] ?? '' }));
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  /** Counts of each kind on each date; null for those of no date. */
  countsByDate(): ReadonlyMap<IstDate | null, ReadonlyMap<PriceProblemKind, number>> {
    return this.#byDate;
  }
}

/** As many problems as there is room for, in order: all of whole files, then the first of each kind, in fair shares. */
export function listedProblems(
  problems: readonly PriceProblem[],
  room: number,
): readonly PriceProblem[] {
  if (problems.length <= room) return problems;
  const counts = new Map<PriceProblemKind, number>();
  for (const { kind } of problems) {
    if (!OF_WHOLE_FILES.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const ofFiles = problems.filter(({ kind }) => OF_WHOLE_FILES.has(kind)).length;
  const left = shares(counts, Math.max(0, room - ofFiles));
  return problems.filter(({ kind }) => {
    if (OF_WHOLE_FILES.has(kind)) return true;
    const share = left.get(kind) ?? 0;
    left.set(kind, share - 1);
    return share > 0;
  });
}

/** How many of each kind: the rarest first, so that their unused share goes to the others. */
function shares(
  counts: ReadonlyMap<PriceProblemKind, number>,
  room: number,
): Map<PriceProblemKind, number> {
  const given = new Map<PriceProblemKind, number>();
  let left = room;
  for (const [kind, count] of [...counts].sort(([, one], [, other]) => one - other)) {
    const share = Math.min(count, Math.floor(left / (counts.size - given.size)));
    given.set(kind, share);
    left -= share;
  }
  return given;
}

/** A file that is not readable as Parquet. */
export class UnreadableParquet extends Error {
  override readonly name = 'UnreadableParquet';
}
