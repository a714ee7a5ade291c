import { type ViewChoice } from './render-view.ts';

/** What the viewer chose, and whether help stands in the place of the day. */
export interface ShownChoice extends ViewChoice {
  readonly isHelp: boolean;
}

/** Before any key. */
export const NO_CHOICE: ShownChoice = { list: null, offset: 0, isLeaving: false, isHelp: false };

interface Choices {
  /** Of each list: how many. */
  readonly items: readonly number[];
  /** Whether the newest of the last list is at its bottom, so that what is older lies above. */
  readonly isLastUpsideDown: boolean;
}

/** What is chosen after a key. A first `q` asks; any other key takes that back. */
export function pressed(choice: ShownChoice, key: Key, choices: Choices): ShownChoice {
  const going = { ...choice, isLeaving: key === 'quit' };
  if (choice.isHelp || key === 'help') {
    return { ...going, isHelp: key === 'help' && !choice.isHelp };
  }
  if (key === 'left' || key === 'right') {
    return { ...going, list: nextList(choice, key, choices), offset: 0 };
  }
  if (key === 'up' || key === 'down') return scrolled(going, key, choices);
  return going;
}

/** Round all lists, with one place where none is chosen. */
function nextList({ list }: ShownChoice, key: 'left' | 'right', { items }: Choices): number | null {
  const lists = items.length;
  const places = lists + 1;
  const next = ((list ?? lists) + (key === 'right' ? 1 : -1) + places) % places;
  return next === lists ? null : next;
}

function scrolled(
  choice: ShownChoice,
  key: 'up' | 'down',
  { items, isLastUpsideDown }: Choices,
): ShownChoice {
  // Nothing chosen yet: the last list, which is the notices.
  const last = items.length - 1;
  const list = choice.list ?? last;
  const most = Math.max(0, (items[list] ?? 0) - 1);
  const onwards = isLastUpsideDown && list === last ? 'up' : 'down';
  const offset = choice.offset + (key === onwards ? 1 : -1);
  return {
    ...choice,
    list: items.length === 0 ? null : list,
    offset: Math.min(most, Math.max(0, offset)),
  };
}

/** What a key does in the live view. */
type Key = 'up' | 'down' | 'left' | 'right' | 'help' | 'quit' | 'other';

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

/** What `?` shows in the place of the day. */
export const HELP_LINES: readonly string[] = [
  'Keys of the live view',
  '',
  '  ← →     choose a list; beyond the last, all share the room again',
  '  ↑ ↓     scroll the chosen list',
  '  q q     end the run; orders and positions stay as they are',
  '  ?       this help, and back',
  '  Ctrl-C  as q q; a second one ends at once',
  '',
  'Above the lists stand halt and locks. Beside an open leg: the trigger of its',
  'stop, and how far the price is from it, in percent of the price (on 100 columns',
  'in points, too). Orders that still work stand above those that are done.',
  '',
  'From another terminal: sauda status, halt, flatten, resume.',
  'SIGUSR2 halts as well.',
];
