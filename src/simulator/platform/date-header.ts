type Header = readonly [name: string, value: string];

const SECOND_MS = 1_000;
let made: { readonly second: number; readonly header: Header } | null = null;

/** The `date` line of an answer that is made at an instant, epoch milliseconds. Whole seconds, as HTTP has them. */
export function dateHeader(atMs: number): Header {
  const second = Math.floor(atMs / SECOND_MS);
  if (made?.second !== second) {
    made = { second, header: ['date', new Date(second * SECOND_MS).toUTCString()] };
  }
  return made.header;
}
