import { formatSignedPaise } from '../../../model/money/money.ts';

/** How a text looks, where colours are allowed. */
export type Style =
  'plain' | 'bold' | 'dim' | 'good' | 'bad' | 'warning' | 'badge-paper' | 'badge-live';

/** A text with a style. */
export interface Span {
  readonly text: string;
  readonly style: Style;
}

/** A line of spans. */
export type Line = readonly Span[];

const CODES: Readonly<Record<Style, string>> = {
  plain: '',
  bold: '1',
  dim: '2',
  good: '32',
  bad: '31',
  warning: '33',
  'badge-paper': '1;30;46',
  'badge-live': '1;37;41',
};

/** A span; its text is made safe for a line. */
export function span(text: string, style: Style = 'plain'): Span {
  return { text: sanitize(text), style };
}

/** One line as text: cut to `columns` characters with an ellipsis, coloured when `color`. */
export function paintLine(line: Line, options: { columns: number; color: boolean }): string {
  let left = options.columns;
  let text = '';
  const isCut = lineWidth(line) > options.columns;
  if (isCut) left = Math.max(0, left - 1);
  for (const part of line) {
    if (left <= 0) break;
    const shown = Array.from(part.text).slice(0, left).join('');
    left -= textWidth(shown);
    text += paint(shown, part.style, options.color);
  }
  return isCut && options.columns > 0 ? `${text}…` : text;
}

/** Characters of a line. */
export function lineWidth(line: Line): number {
  return line.reduce((sum, part) => sum + textWidth(part.text), 0);
}

/** Characters of a text, by code point. */
export function textWidth(text: string): number {
  return Array.from(text).length;
}

/** A text in a style. */
export function paint(text: string, style: Style, color: boolean): string {
  const code = CODES[style];
  return color && code !== '' && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
}

/** A money amount's style: gains good, losses bad. */
export function moneyStyle(paise: number | null): Style {
  if (paise === null || paise === 0) return 'plain';
  return paise > 0 ? 'good' : 'bad';
}

/** A text in lines of at most `columns` characters, broken at blanks; a longer word stands alone and is not broken. */
export function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer) > columns) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

/**
 * Control characters, escape sequences' first bytes, line and paragraph separators, and marks that turn the
 * direction of a line: what a platform or a file sends must not move the cursor or forge a line of a log.
 */
// eslint-disable-next-line no-control-regex -- these are the characters to be found
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text that is safe on one line of a terminal or log; what is unsafe is shown as `\u{1b}`. */
export function sanitize(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}

/** Like {@link sanitize}, but keeps line feeds: for texts of our own that quote others. */
export function sanitizeLines(text: string): string {
  return text.split('\n').map(sanitize).join('\n');
}

/** An amount with its sign: `+₹1,200.00`, `-₹35.50`; a dash for none. */
export function signedPaise(paise: number | null): string {
  return paise === null ? '–' : formatSignedPaise(paise);
}

/** A price without the currency: `123.45`; a dash for none. */
export function priceText(paise: number | null): string {
  return paise === null ? '–' : (paise / 100).toFixed(2);
}

/** One column of a table. */
export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
}

/** Columns by their titles; `>` before a title sets its column to the right. */
export function columnsOf(...titles: readonly string[]): readonly Column[] {
  return titles.map((title) =>
    title.startsWith('>') ? { title: title.slice(1), align: 'right' } : { title, align: 'left' },
  );
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
