import { sanitize } from '../../../base/printable.ts';
import { formatSignedPaise } from '../../../model/money/money.ts';

export { sanitize, sanitizeLines } from '../../../base/printable.ts';

/** How a text looks, where colours are allowed. */
export type Style =
  'plain' | 'bold' | 'dim' | 'good' | 'bad' | 'warning' | 'badge-paper' | 'badge-live';

/** A text with a style. */
export interface Span {
  readonly text: string;
  readonly style: Style;
}

/** A text: plain, or in a style. */
export type Cell = string | Span;

/** A line: one text, or several one after the other. */
export type Line = Cell | readonly Cell[];

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

/** The spans of a line. */
export function spansOf(line: Line): readonly Span[] {
  if (typeof line === 'string') return [span(line)];
  return 'text' in line ? [line] : line.flatMap(spansOf);
}

/** What lines are drawn for. */
export interface Look {
  /** Characters of a line at most. @default all */
  readonly columns?: number;
  readonly color: boolean;
}

/** Lines as text, each with its end. */
export function paintLines(lines: readonly Line[], look: Look): string {
  return lines.map((line) => `${paintLine(line, look)}\n`).join('');
}

/** One line as text: cut to `columns` characters with an ellipsis, coloured when `color`. */
export function paintLine(line: Line, { columns = Infinity, color }: Look): string {
  const isCut = lineWidth(line) > columns;
  let left = isCut ? Math.max(0, columns - 1) : columns;
  let text = '';
  for (const part of spansOf(line)) {
    if (left <= 0) break;
    const shown = Array.from(part.text).slice(0, left).join('');
    left -= textWidth(shown);
    text += paint(shown, part.style, color);
  }
  return isCut && columns > 0 ? `${text}…` : text;
}

/** Characters of a line. */
export function lineWidth(line: Line): number {
  return spansOf(line).reduce((sum, part) => sum + textWidth(part.text), 0);
}

/** Characters of a text, by code point. */
export function textWidth(text: string): number {
  return Array.from(text).length;
}

function paint(text: string, style: Style, color: boolean): string {
  const code = CODES[style];
  return color && code !== '' && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
}

/** A profit with its sign, gains good and losses bad; a dash for none. Paise. */
export function profit(paise: number | null): Span {
  return span(signedPaise(paise), profitStyle(paise));
}

/** How a profit looks: gains good, losses bad. */
export function profitStyle(paise: number | null): Style {
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

/** An amount with its sign: `+₹1,200.00`, `-₹35.50`; a dash for none. */
export function signedPaise(paise: number | null): string {
  return paise === null ? '–' : formatSignedPaise(paise);
}

/** A price without the currency: `123.45`; a dash for none. */
export function priceText(paise: number | null): string {
  return paise === null ? '–' : (paise / 100).toFixed(2);
}

/**
 * Rows of cells under one another, two blanks between columns. Titles stand above them, unless every one is empty; `>` before
 * a title sets its column to the right. Without any there are as many columns as the longest row has cells.
 */
export function tableLines(titles: readonly string[], rows: readonly (readonly Cell[])[]): Line[] {
  const count = titles.length === 0 ? Math.max(0, ...rows.map((row) => row.length)) : titles.length;
  const columns = Array.from({ length: count }, (_, place) => {
    const [title = '', isRight] = [
      titles[place]?.replace(/^>/, ''),
      titles[place]?.startsWith('>'),
    ];
    const width = Math.max(textWidth(title), ...rows.map((row) => lineWidth(row[place] ?? '')));
    return { title, isRight, width };
  });
  const lay = (cells: readonly Cell[]): Line =>
    columns.flatMap(({ isRight, width }, place) => {
      const cell = cells[place] ?? '';
      const padding = ' '.repeat(width - lineWidth(cell));
      const gap = place === 0 ? '' : '  ';
      if (isRight === true) return [gap + padding, cell];
      return [gap, cell, place === count - 1 ? '' : padding];
    });
  const head = columns.some(({ title }) => title !== '')
    ? [lay(columns.map(({ title }) => span(title, 'dim')))]
    : [];
  return [...head, ...rows.map(lay)];
}
