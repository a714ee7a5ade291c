/** What a place in the file may hold, for messages. */
export interface Wording {
  /** The choices, each a word or a short description. */
  readonly allowed: readonly string[];
  /** One value that is right. */
  readonly example: string;
}

const SEPARATOR = '\u001f';

/** Packs a wording into the one string that a schema's error can carry. */
export function wording(allowed: readonly string[], example: string): string {
  return [example, ...allowed].join(SEPARATOR);
}

/** Unpacks a wording; null when the text is not one. */
export function readWording(text: string): Wording | null {
  const [example, ...allowed] = text.split(SEPARATOR);
  return example === undefined || allowed.length === 0 ? null : { allowed, example };
}
