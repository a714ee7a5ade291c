import { type Line, lineWidth, type Span, span, textWidth } from './span.ts';

/** One column of a table. */
export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
}

/** Rows of spans under one another, two blanks between columns; with titles, unless every title is empty. */
export function tableLines(columns: readonly Column[], rows: readonly (readonly Span[])[]): Line[] {
  const widths = columns.map((column, index) =>
    Math.max(
      textWidth(column.title),
      ...rows.map((row) => lineWidth(row[index] === undefined ? [] : [row[index]])),
    ),
  );
  const lay = (cells: readonly Span[]): Line =>
    columns.flatMap((column, index): Span[] => {
      const cell = cells[index] ?? span('');
      const padding = ' '.repeat((widths[index] ?? 0) - lineWidth([cell]));
      const gap = index === 0 ? '' : '  ';
      const isLast = index === columns.length - 1;
      return column.align === 'right'
        ? [span(gap + padding), cell]
        : [span(gap), cell, span(isLast ? '' : padding)];
    });
  const hasTitles = columns.some(({ title }) => title !== '');
  const head = hasTitles ? [lay(columns.map(({ title }) => span(title, 'dim')))] : [];
  return [...head, ...rows.map(lay)];
}
