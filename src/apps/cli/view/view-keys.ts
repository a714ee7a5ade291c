import { type Key } from './keys.ts';
import { type ViewChoice } from './render-view.ts';

/** What the viewer chose, and whether help stands in the place of the day. */
export interface ShownChoice extends ViewChoice {
  readonly isHelp: boolean;
}

/** Before any key. */
export const NO_CHOICE: ShownChoice = { list: null, offset: 0, isLeaving: false, isHelp: false };

/** What there is to choose from. */
export interface Choices {
  readonly lists: number;
  readonly itemsOf: (list: number) => number;
  /** Whether the newest of a list is at its bottom, so that what is older lies above. */
  readonly isNewestBelow: (list: number) => boolean;
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
function nextList({ list }: ShownChoice, key: 'left' | 'right', { lists }: Choices): number | null {
  const places = lists + 1;
  const next = ((list ?? lists) + (key === 'right' ? 1 : -1) + places) % places;
  return next === lists ? null : next;
}

function scrolled(
  choice: ShownChoice,
  key: 'up' | 'down',
  { lists, itemsOf, isNewestBelow }: Choices,
): ShownChoice {
  // Nothing chosen yet: the last list, which is the notices.
  const list = choice.list ?? lists - 1;
  const most = Math.max(0, itemsOf(list) - 1);
  const onwards = isNewestBelow(list) ? 'up' : 'down';
  const offset = choice.offset + (key === onwards ? 1 : -1);
  return {
    ...choice,
    list: lists === 0 ? null : list,
    offset: Math.min(most, Math.max(0, offset)),
  };
}
