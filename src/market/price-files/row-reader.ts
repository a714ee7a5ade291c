import { formatPaise } from '../../model/money/money.ts';
import { isIstDate, istClock, type IstDate } from '../../model/time/ist.ts';
import { BAR_MS } from '../minute-bar.ts';
import { type Cells } from './cells.ts';
import { DateOrder, INSTANT_FORMS, StampReader } from './stamp-reader.ts';
import { PaiseReader } from './paise-reader.ts';
import { BAR_ROLES, type PriceColumns } from './price-columns.ts';
import { DAYS_NOT_MINUTES, type PriceProblemKind, said } from './price-problems.ts';
import { PriceRow, type PriceSeries } from './price-series.ts';
import { type ZoneOffset } from './time-zone.ts';

/** Reports a row's problem; its detail is only built where it is kept. */
export type ReportRow = (
  kind: PriceProblemKind,
  date: IstDate | null,
  detail: () => string,
) => void;

/** What a {@link RowReader} needs. */
export interface RowReaderParts {
  readonly columns: PriceColumns;
  readonly zone: ZoneOffset;
  /** Whether bars are stamped at their start or their end. */
  readonly stamp: 'start' | 'end';
  /** Number of the file. */
  readonly file: number;
  /** The last date that rows may have; null for any. */
  readonly today: IstDate | null;
  /** The series of a row; null, with a problem reported, when its symbol is unknown. */
  readonly seriesOf: (cells: Cells) => PriceSeries | null;
  /** Checks a row that is about to be taken. */
  readonly beforeTake: (series: PriceSeries, row: PriceRow) => void;
  readonly report: ReportRow;
}

/** A quoted stamp that is a date: `"2024-04-22"`, `"22-Apr-2024"`, `"20240422"`. */
const DATE_ALONE =
  /^"\s*(?:\d{4}[-/.]?\d{2}[-/.]?\d{2}|\d{1,2}[-/. ](?:\d{1,2}|[a-z]{3})[-/. ]\d{2,4})\s*"$/i;
const PRICE_ALLOWED = 'rupees as a plain decimal above 0, such as 21727.75';
const WRONG_PRICES = {
  decimals: ['has parts of a paisa and is rounded', 'at most two decimals'],
  'bad-number': ['is not a number', PRICE_ALLOWED],
  'too-high': ['is beyond any index', 'at most 10000000 rupees'],
  'not-positive': ['is not above 0', PRICE_ALLOWED],
} as const;

/** Turns the cells of rows into prices; every row that cannot be is a problem. */
export class RowReader {
  readonly #parts: RowReaderParts;
  readonly #instants: StampReader;
  readonly #paise = new PaiseReader();
  readonly #order = new DateOrder();
  readonly #row: PriceRow;
  #form = 0;

  constructor(parts: RowReaderParts) {
    this.#parts = parts;
    this.#instants = new StampReader(parts.zone);
    this.#row = new PriceRow(parts.file);
  }

  /** Takes one row; false when it is left out. */
  read(cells: Cells, line: number): boolean {
    const { columns, report, seriesOf, beforeTake } = this.#parts;
    const row = this.#row;
    if (cells.count !== columns.names.length) {
      const allowed = `${String(columns.names.length)}, as in the header`;
      report('fields', dateIn(cells), () =>
        said('Row has another number of fields', String(cells.count), allowed),
      );
      return false;
    }
    row.line = line;
    const series = seriesOf(cells);
    if (series === null) return false;
    const atMs = this.#instants.read(cells, columns.time, columns.date);
    if (!this.#placeInTime(cells, atMs)) return false;
    const date = series.dateOf(row.minute * BAR_MS);
    if (this.#instants.isDayFirst) this.#order.note(date);
    if (!this.#isInLife(series, date)) return false;
    if (!(columns.isBars ? this.#takeBar(cells, date) : this.#takePrice(cells, date))) return false;
    this.#takeSpread(cells, date);
    beforeTake(series, row);
    series.take(row, columns.isBars);
    return true;
  }

  /** Reports dates that look written with the month first, once all rows are read. */
  end(): void {
    const why = this.#order.whyMonthFirst();
    if (why !== null) this.#parts.report('month-first', null, () => why);
  }

  #placeInTime(cells: Cells, atMs: number): boolean {
    const { columns, report, stamp } = this.#parts;
    const row = this.#row;
    if (Number.isNaN(atMs)) {
      this.#order.noteUnreadable(this.#stampIn(cells));
      report('bad-time', dateIn(cells), () =>
        said('Time cannot be read', this.#stampIn(cells), this.#formsAllowed(cells)),
      );
      return false;
    }
    this.#noteForm(cells, atMs);
    const isEnd = columns.isBars && stamp === 'end';
    row.minute = Math.floor((isEnd ? atMs - 1 : atMs) / BAR_MS);
    row.offsetMs = columns.isBars ? 0 : atMs - row.minute * BAR_MS;
    if (columns.isBars && !isEnd && atMs % BAR_MS !== 0) {
      const allowed = 'the start of a minute; for bars stamped at their end say --stamp end';
      report('bad-time', dateIn(cells), () =>
        said('Time of a bar is within a minute', this.#stampIn(cells), allowed),
      );
      return false;
    }
    return true;
  }

  /** A file with two forms of time may have two zones. */
  #noteForm(cells: Cells, atMs: number): void {
    const { form } = this.#instants;
    if (this.#form === 0) this.#form = form;
    if (form === this.#form) return;
    const date = dateIn(cells);
    this.#parts.report('mixed-time', date, () =>
      said(
        `Time is written in another way than before, read as ${istClock(atMs)} IST`,
        this.#stampIn(cells),
        'one way in a file',
      ),
    );
  }

  #isInLife({ named }: PriceSeries, date: IstDate): boolean {
    const { report, today } = this.#parts;
    if (today !== null && date > today) {
      report('future-date', date, () =>
        said('Prices of a day to come', date, `dates up to today, ${today}`),
      );
      return false;
    }
    const expiry = named.contract?.expiry;
    if (expiry === undefined || date <= expiry) return true;
    report('after-expiry', date, () =>
      said(`Prices of ${named.symbol} after its expiry`, date, `dates up to ${expiry}`),
    );
    return false;
  }

  #takeBar(cells: Cells, date: IstDate): boolean {
    const { columns, report } = this.#parts;
    const row = this.#row;
    for (const role of BAR_ROLES) {
      const paise = this.#price(cells, columns[role], date);
      if (paise === 0) return false;
      row[`${role}Paise`] = paise;
    }
    if (isConsistent(row)) return true;
    report('inconsistent', date, () =>
      said('Bar contradicts itself', shownBar(row), 'open and close from low to high'),
    );
    return false;
  }

  #takePrice(cells: Cells, date: IstDate): boolean {
    const paise = this.#price(cells, this.#parts.columns.price, date);
    for (const role of BAR_ROLES) this.#row[`${role}Paise`] = paise;
    return paise > 0;
  }

  /** Paise above 0; 0, with a problem reported, when the row is left out. */
  #price(cells: Cells, column: number, date: IstDate): number {
    const paise = this.#read(cells, column);
    if (this.#paise.isRounded) this.#tellPrice('decimals', [cells, column], date);
    if (paise > 0 && paise < Infinity) return paise;
    const kind = Number.isNaN(paise) ? 'bad-number' : paise > 0 ? 'too-high' : 'not-positive';
    this.#tellPrice(kind, [cells, column], date);
    return 0;
  }

  #tellPrice(
    kind: keyof typeof WRONG_PRICES,
    [cells, column]: readonly [Cells, number],
    date: IstDate,
  ): void {
    const [what, allowed] = WRONG_PRICES[kind];
    this.#parts.report(kind, date, () => {
      const name = this.#parts.columns.names[column] ?? '';
      return said(`Price "${name}" ${what}`, `"${cells.text(column).slice(0, 40)}"`, allowed);
    });
  }

  #takeSpread(cells: Cells, date: IstDate): void {
    const { columns, report } = this.#parts;
    this.#row.spreadPaise = -1;
    if (columns.bid === -1 || columns.ask === -1) return;
    const bidPaise = this.#read(cells, columns.bid);
    const askPaise = this.#read(cells, columns.ask);
    // An empty or zero side has no order.
    if (!(bidPaise > 0 && askPaise > 0 && askPaise < Infinity)) return;
    if (askPaise >= bidPaise) {
      this.#row.spreadPaise = askPaise - bidPaise;
      return;
    }
    const found = `bid ${formatPaise(bidPaise)} and ask ${formatPaise(askPaise)}`;
    report('crossed-quote', date, () => said('Bid is above the ask', found, 'bid up to the ask'));
  }

  #read(cells: Cells, column: number): number {
    return this.#paise.read(cells.bytes, cells.starts[column] ?? 0, cells.ends[column] ?? 0);
  }

  #formsAllowed(cells: Cells): string {
    return DATE_ALONE.test(this.#stampIn(cells)) ? DAYS_NOT_MINUTES : INSTANT_FORMS;
  }

  #stampIn(cells: Cells): string {
    const { time, date } = this.#parts.columns;
    const day = date === -1 ? '' : `${cells.text(date)} `;
    return `"${`${day}${cells.text(time)}`.slice(0, 40)}"`;
  }
}

/** Prices of a bar for people. */
export function shownBar(
  bar: Pick<PriceRow, 'openPaise' | 'highPaise' | 'lowPaise' | 'closePaise'>,
): string {
  const shown = (paise: number): string => (paise / 100).toFixed(2);
  return `open ${shown(bar.openPaise)}, high ${shown(bar.highPaise)}, low ${shown(bar.lowPaise)}, close ${shown(bar.closePaise)}`;
}

function isConsistent({ openPaise, highPaise, lowPaise, closePaise }: PriceRow): boolean {
  return (
    openPaise >= lowPaise &&
    closePaise >= lowPaise &&
    openPaise <= highPaise &&
    closePaise <= highPaise
  );
}

/** The date that an unreadable row seems to have. */
function dateIn(cells: Cells): IstDate | null {
  for (let cell = 0; cell < cells.count; cell += 1) {
    const [date] = /\b20\d\d-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])/.exec(cells.text(cell)) ?? [];
    if (date !== undefined && isIstDate(date)) return date;
  }
  return null;
}
