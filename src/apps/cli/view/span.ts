import { sanitize } from '../sanitize.ts';

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
