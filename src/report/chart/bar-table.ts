import { tone } from '../amounts.ts';
import { type Markup, markup } from '../markup.ts';
import { type TableColumn, sortableTable } from '../tables.ts';
import { percentOf } from './chart-frame.ts';

/** A table with a bar in each row: a chart that can be read out. */
export interface BarTable<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  /** What the row is about. */
  readonly name: TableColumn<Row>;
  /** How long its bar is, and to which side. */
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
