import { type Money, type MoneyIfRun, type PricesUsed } from '../results/backtest-result.ts';
import { NO_DAY_RAN } from '../results/caveats/day-caveats.ts';
import { count, rupeesText, signedRupees, tone } from './amounts.ts';
import { percentOf } from './chart/chart-frame.ts';
import { type Markup, markup, type Part } from './markup.ts';

/** A column of a table. */
export interface TableColumn<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Part;
  readonly isNumber?: boolean;
  readonly sortBy?: (row: Row) => number;
}

/** A column of numbers: set to the right, and sorted as they are written. */
export function numeric<Row>(head: string, cell: (row: Row) => Part): TableColumn<Row> {
  return { head, cell, isNumber: true };
}

/** A table. */
export interface Table<Row> {
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  /** The first cell of a row names it. @default true */
  readonly hasRowHeads?: boolean;
  /** Attributes of a row for the script, by name. @default none */
  readonly rowData?: (row: Row) => Readonly<Record<string, string | number>>;
}

/** A table whose heads sort it where scripts run; it scrolls within itself where it is too wide. */
export function sortableTable<Row>(table: Table<Row>): Markup {
  const { caption, columns, rows } = table;
  return markup`<div class="table"><p class="caption">${caption}</p><div class="scroll" role="group" tabindex="0" aria-label="${caption}"><table aria-label="${caption}"><thead><tr>${columns.map(
    head,
  )}</tr></thead><tbody>${rows.map((row) => line(table, row))}</tbody></table></div></div>`;
}

function head<Row>({ head: text, isNumber }: TableColumn<Row>): Markup {
  return markup`<th scope="col"${isNumber === true ? markup` class="n"` : null}>${text}</th>`;
}

function line<Row>({ columns, hasRowHeads = true, rowData }: Table<Row>, row: Row): Markup {
  const data = Object.entries(rowData?.(row) ?? {});
  return markup`<tr${data.map(([name, value]) => markup` data-${name}="${value}"`)}>${columns.map(
    (column, index) =>
      index === 0 && hasRowHeads
        ? markup`<th scope="row"${attributes(column, row)}>${column.cell(row)}</th>`
        : markup`<td${attributes(column, row)}>${column.cell(row)}</td>`,
  )}</tr>\n`;
}

function attributes<Row>({ isNumber, sortBy }: TableColumn<Row>, row: Row): Part {
  const sort = sortBy === undefined ? null : markup` data-v="${sortBy(row)}"`;
  return [isNumber === true ? markup` class="n"` : null, sort];
}

/** Gross, costs, net. */
export function moneyColumns<Row extends Money>(): readonly TableColumn<Row>[] {
  return [
    numeric('Gross', ({ grossPaise }) => signedRupees(grossPaise)),
    numeric('Costs', ({ costsPaise }) => rupeesText(costsPaise)),
    numeric('Net', netCell),
  ];
}

/** An amount, coloured; in words where no day ran. */
export function netCell({ netPaise }: Pick<MoneyIfRun, 'netPaise'>): Markup {
  if (netPaise === null) return markup`${NO_DAY_RAN}`;
  return markup`<span class="${tone(netPaise)}">${signedRupees(netPaise)}</span>`;
}

/** Where prices came from. */
export function pricesTable(prices: readonly PricesUsed[]): Part {
  if (prices.length === 0) return markup`<p>None was recorded.</p>`;
  return sortableTable<PricesUsed>({
    caption: 'Where prices came from',
    rows: prices,
    columns: [
      { head: 'Source', cell: ({ source }) => source },
      { head: 'Of', cell: ({ underlyings }) => underlyings.join(', ') },
      numeric('Rows', ({ rows }) => count(rows)),
      numeric('Contracts with their own prices', ({ contracts }) => count(contracts)),
      {
        head: 'SHA-256',
        cell: ({ sha256 }) => markup`<code title="${sha256}">${sha256.slice(0, 16)}…</code>`,
      },
    ],
  });
}

interface BarTable<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly name: TableColumn<Row>;
  readonly bar: (row: Row) => number;
  /** Gains to the right in one colour and losses to the left in another, or a plain amount. @default 'signed' */
  readonly look?: 'signed' | 'plain';
  readonly columns: readonly TableColumn<Row>[];
}

/** Name, bar, then figures. */
export function barTable<Row>(table: BarTable<Row>): Markup {
  const { caption, rows, name, bar, columns, look = 'signed' } = table;
  const low = Math.min(0, ...rows.map(bar));
  const high = Math.max(0, ...rows.map(bar));
  const span = high - low > 0 ? high - low : 1;
  const drawn: TableColumn<Row> = {
    head: 'Bar',
    sortBy: bar,
    cell: (row) => drawBar(bar(row), { zero: -low / span, span, look }),
  };
  return sortableTable({ caption, rows, columns: [name, drawn, ...columns] });
}

interface BarPlace {
  readonly zero: number;
  readonly span: number;
  readonly look: 'signed' | 'plain';
}

function drawBar(value: number, { zero, span, look }: BarPlace): Markup {
  const length = Math.abs(value) / span;
  const from = value < 0 ? zero - length : zero;
  const colour = look === 'plain' ? 'plain' : tone(value);
  return markup`<svg class="inline" width="100%" height="14" aria-hidden="true"><rect class="bar ${colour}" x="${percentOf(from)}" width="${percentOf(length)}" y="2" height="10"/><line class="zero" x1="${percentOf(zero)}" x2="${percentOf(zero)}" y2="14"/></svg>`;
}
