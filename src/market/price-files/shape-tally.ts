import { kept } from '../../base/kept.ts';
import { type ProblemBook, said } from './price-problems.ts';
import { type DayRows } from './price-series.ts';

/** Levels and row distances of an index in one file. */
interface FileShape {
  readonly line: number;
  /** A close of each day, paise. */
  readonly levelsPaise: number[];
  /** How often rows of a day lie so many minutes apart. */
  readonly distances: Map<number, number>;
}

/** Levels far from any index of the last twenty years: 1,000 and 400,000 rupees. */
const LEVEL_PAISE_MIN = 100_000;
const LEVEL_PAISE_MAX = 40_000_000;
const DISTANCES_MIN = 20;
const SHARE_MIN = 0.8;

/** Checks levels and row distances of the indexes in each file, and reports those that cannot be right. */
export class ShapeTally {
  readonly #files = new Map<number, FileShape>();

  /** Notes the rows of an index on one of its days. */
  note(rows: DayRows): void {
    if (rows.count === 0) return;
    const line = rows.line(0);
    const made = (): FileShape => ({ line, levelsPaise: [], distances: new Map() });
    const { levelsPaise, distances } = kept(this.#files, rows.file(0), made);
    levelsPaise.push(rows.prices(0)[3]);
    for (let place = 1; place < rows.count; place += 1) {
      const minutes = rows.minute(place) - rows.minute(place - 1);
      distances.set(minutes, (distances.get(minutes) ?? 0) + 1);
    }
  }

  tell(book: ProblemBook): void {
    for (const [file, shape] of this.#files) {
      const place = { file, line: shape.line, date: null };
      const unit = wrongUnit(shape);
      if (unit !== null) book.report('wrong-unit', place, () => unit);
      const interval = wrongInterval(shape);
      if (interval !== null) book.report('wrong-interval', place, () => interval);
    }
  }
}

function wrongUnit({ levelsPaise }: FileShape): string | null {
  const median = levelsPaise.toSorted((left, right) => left - right)[levelsPaise.length >> 1] ?? 0;
  if (median >= LEVEL_PAISE_MIN && median <= LEVEL_PAISE_MAX) return null;
  const isHigh = median > LEVEL_PAISE_MAX;
  const hint = isHigh
    ? 'these look like paise, divide them by 100'
    : 'if these are premiums, name the file for its contract or add a column symbol';
  return said(
    `Prices look too ${isHigh ? 'high' : 'low'} for an index`,
    `a middle level of ${(median / 100).toFixed(2)}`,
    `rupees, from 1000 to 400000; ${hint}`,
  );
}

function wrongInterval({ distances }: FileShape): string | null {
  const sum = [...distances.values()].reduce((total, count) => total + count, 0);
  const [most] = [...distances].sort(([, left], [, right]) => right - left);
  if (most === undefined || sum < DISTANCES_MIN) return null;
  const [minutes, count] = most;
  if (minutes <= 1 || count < SHARE_MIN * sum) return null;
  return said(
    `Rows look like bars of ${String(minutes)} minutes`,
    `${String(count)} of ${String(sum)} rows ${String(minutes)} minutes after the one before`,
    'bars of one minute: what happened within longer ones is not known',
  );
}
