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

/** A value as JSON on one line, safe on a terminal too: what JSON leaves as it is and a terminal may obey is escaped. It says the same. */
export function printableJson(value: object): string {
  return JSON.stringify(value).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
