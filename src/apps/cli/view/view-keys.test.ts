import { expect, test } from 'vitest';

import { keysIn, NO_CHOICE, pressed, type ShownChoice } from './view-keys.ts';

const CHOICES = { items: [3, 3], isLastUpsideDown: true };

/** What is chosen after what a terminal sent. */
function after(text: string): ShownChoice {
  return keysIn(text).reduce((choice, key) => pressed(choice, key, CHOICES), NO_CHOICE);
}

const [UP, DOWN, RIGHT, LEFT] = ['\u001b[A', '\u001b[B', '\u001b[C', '\u001b[D'];

test.each([
  ['an arrow to the right', RIGHT, { list: 0 }],
  ['beyond the last list', RIGHT.repeat(3), { list: null }],
  ['to the left', LEFT, { list: 1 }],
  ['down in a list', RIGHT + DOWN, { list: 0, offset: 1 }],
  ['down beyond its end', RIGHT + DOWN.repeat(9), { offset: 2 }],
  ['up beyond its beginning', RIGHT + DOWN + UP + UP, { offset: 0 }],
  ['to another list', RIGHT + DOWN + RIGHT, { list: 1, offset: 0 }],
  ['up where the newest is below: what is older', `${LEFT}${UP}`, { list: 1, offset: 1 }],
  ['up at once: the notices', UP, { list: 1, offset: 1 }],
  ['arrows of the other kind', '\u001bOC\u001bOB', { list: 0, offset: 1 }],
  ['help', '?', { isHelp: true }],
  ['help and back', '??', { isHelp: false }],
  ['any key out of help', '?x', { isHelp: false }],
  ['a first q', 'q', { isLeaving: true }],
  ['a key after it', 'qx', { isLeaving: false }],
  ['keys that are none', '\u001b[1;5Pzy', NO_CHOICE],
])('%s', (_what, text, chosen) => {
  expect(after(text)).toMatchObject(chosen);
});

test('nothing to choose from is nothing chosen', () => {
  const none = { ...CHOICES, items: [] };
  expect(pressed(NO_CHOICE, 'right', none)).toMatchObject({ list: null });
  expect(pressed(NO_CHOICE, 'down', none)).toMatchObject({ list: null, offset: 0 });
});
