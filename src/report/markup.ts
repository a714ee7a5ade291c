/** HTML that is safe to put into a page: made by {@link markup} alone, so every text in it was escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: safe HTML as it is, anything else as text; null is nothing. */
export type Part = Markup | string | number | null | readonly Part[];

/** A template of HTML. Whatever is put in is escaped, unless it is markup already. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0] ?? '';
  for (const [index, part] of parts.entries()) {
    text += htmlOf(part) + (strings[index + 1] ?? '');
  }
  return new Markup(text);
}

function htmlOf(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return escapeText(part);
  return part.map(htmlOf).join('');
}

/** Control characters, and those that turn the direction of writing and could make a name read as another. */
const MISLEADING = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A sign before the currency, where a line could end between the two. */
const SIGNED = /([-+\u2212])(?=₹)/g;
/** The blank between a figure and its percent sign. */
const BEFORE_PERCENT = /(?<=\d) (?=%)/g;

/**
 * Text for an element or a quoted attribute: cannot end either. What cannot be shown becomes U+FFFD. A word joiner (U+2060)
 * keeps the sign of an amount on its line, and a blank that does not break (U+00A0) the percent sign of a figure.
 */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(MISLEADING, '\ufffd')
    .replace(SIGNED, '$1\u2060')
    .replace(BEFORE_PERCENT, '\u00a0')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}
