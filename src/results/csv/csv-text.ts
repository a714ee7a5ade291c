/** What a cell may hold: a text, a number, an amount, or nothing. */
type Cell = string | number | Rupees | null;

/** A column of a table, by the name in the header row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/**
 * Characters with which a spreadsheet takes a text for a formula, in the widths in which it does; and the apostrophe,
 * so that the one put before them can be told from one that was there.
 */
const LIKE_A_FORMULA = /^['=+\-@\t\r\n＝＋－＠]/;

/**
 * A table as CSV by RFC 4180: a header row, rows that end in CR LF, quotes where a cell needs them. A text that a
 * spreadsheet would run as a formula gets an apostrophe in front; numbers stay as they are.
 */
export function csvText<Row>(columns: Columns<Row>, rows: Iterable<Row>): string {
  const readers = Object.values(columns);
  let text = lineOf(Object.keys(columns));
  for (const row of rows) text += lineOf(readers.map((read) => cellText(read(row))));
  return text;
}

function lineOf(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.rupees;
  const safe = LIKE_A_FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** An amount that is written as a number of csvRupees; only {@link csvRupees} makes one. */
interface Rupees {
  readonly rupees: string;
}

/** `-1234.05`: whole paise as csvRupees, always two decimals, without groups or a sign of the currency. */
export function csvRupees(paise: number): Rupees {
  const size = Math.abs(paise);
  const fraction = (size % 100).toString().padStart(2, '0');
  return { rupees: `${paise < 0 ? '-' : ''}${String(Math.floor(size / 100))}.${fraction}` };
}
