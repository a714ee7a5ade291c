import { type IstDate } from '../../../model/ist.ts';
import { isOfWholeFile, type PriceProblem, type PriceProblemKind } from './price-problem.ts';

/** Where a problem is. */
export interface PricePlace {
  /** Number of the file, from 0. */
  readonly file: number;
  readonly line: number;
  readonly date: IstDate | null;
}

/** Problems of one kind that are told in full. */
const TOLD_OF_KIND = 1_000;
/** Problems of one date that are told in any case, so that no bad day passes for a sound one. */
const TOLD_OF_DATE = 4;

/** Counts all problems and keeps the first of each kind and date: memory stays flat however bad a file is. */
export class ProblemBook {
  readonly #counts = new Map<PriceProblemKind, number>();
  readonly #byDate = new Map<IstDate | null, Map<PriceProblemKind, number>>();
  readonly #ofDates = new Map<IstDate, number>();
  readonly #kept: (Omit<PriceProblem, 'file'> & { readonly file: number })[] = [];

  /** Counts a problem; its words are only made where they are kept. */
  report(kind: PriceProblemKind, place: PricePlace, detail: () => string): void {
    const { date } = place;
    const ofKind = this.count(kind, date);
    const ofDate = date === null ? TOLD_OF_DATE : (this.#ofDates.get(date) ?? 0);
    const isCut = ofKind >= TOLD_OF_KIND && !isOfWholeFile(kind);
    if (isCut && ofDate >= TOLD_OF_DATE) return;
    if (date !== null) this.#ofDates.set(date, ofDate + 1);
    this.#kept.push({ file: place.file, line: place.line, date, kind, detail: detail() });
  }

  /** Counts a row whose problem was told before; tells how many there were of the kind. */
  count(kind: PriceProblemKind, date: IstDate | null): number {
    const known = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, known + 1);
    const ofDate = this.#byDate.get(date) ?? new Map<PriceProblemKind, number>();
    this.#byDate.set(date, ofDate);
    ofDate.set(kind, (ofDate.get(kind) ?? 0) + 1);
    return known;
  }

  /** All that is kept: what is of whole files, then the rest; each in the order of files and lines. */
  problems(files: readonly string[]): readonly PriceProblem[] {
    const rank = ({ kind }: { readonly kind: PriceProblemKind }): number =>
      isOfWholeFile(kind) ? 0 : 1;
    return this.#kept
      .toSorted(
        (left, right) =>
          rank(left) - rank(right) || left.file - right.file || left.line - right.line,
      )
      .map((kept) => ({ ...kept, file: files[kept.file] ?? '' }));
  }

  /** How many there were of each kind. */
  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  /** How many there were of each kind on each date; null for what is of none. */
  countsByDate(): ReadonlyMap<IstDate | null, ReadonlyMap<PriceProblemKind, number>> {
    return this.#byDate;
  }
}
