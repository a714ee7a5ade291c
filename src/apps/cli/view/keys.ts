/** What a key does in the live view. */
export type Key = 'up' | 'down' | 'left' | 'right' | 'help' | 'quit' | 'other';

const KEYS: Readonly<Record<string, Key>> = {
  '\u001b[A': 'up',
  '\u001bOA': 'up',
  '\u001b[B': 'down',
  '\u001bOB': 'down',
  '\u001b[C': 'right',
  '\u001bOC': 'right',
  '\u001b[D': 'left',
  '\u001bOD': 'left',
  '?': 'help',
  h: 'help',
  q: 'quit',
};
/** An arrow, another escape sequence, or one character. */
// eslint-disable-next-line no-control-regex -- keys are control characters
const TOKENS = /\u001b[[O][\d;]*[A-Za-z~]|[\s\S]/gu;

/** The keys in what a terminal sent at once. */
export function keysIn(text: string): readonly Key[] {
  return (text.match(TOKENS) ?? []).map((token) => KEYS[token] ?? 'other');
}
