import { type Markup, markup } from './markup.ts';

/** A date that replays the day. */
export function dayLink({ date }: { readonly date: string }): Markup {
  return markup`<a href="#day=${date}">${date}</a>`;
}
