import { expect, it } from 'vitest';

import { explained, HEAD, LEGS } from '../../../test/support/explained.ts';

/** The first line of each message, without its place. */
function messages(text: string): readonly string[] {
  return [...explained(HEAD + text).matchAll(/^s\.yaml:\d+:\d+: (.*)$/gm)].map(
    ([, said = '']) => said,
  );
}

const AGAIN = 'onStop: { reenter: { how: on-momentum } }';

it('wants a momentum for a re-entry that waits for one, of the leg or of the file', () => {
  const leg = (more: string): string =>
    `legs:\n  ce: { side: sell, type: CE, strike: ATM, stop: 30%, ${more} }\n`;
  expect(messages(leg(AGAIN))).toEqual([
    '"legs.ce.onStop.reenter.how" needs a momentum to wait for',
  ]);
  expect(messages(leg(`momentum: up 1%, ${AGAIN}`))).toEqual([]);
  expect(messages(`momentum: up 1%\n${leg(AGAIN)}`)).toEqual([]);
  expect(messages(`stop: 30%\n${AGAIN}\n${LEGS}`)).toEqual([
    '"onStop.reenter.how" needs a momentum to wait for',
  ]);
});

it('wants a last entry between the entries and the exit, where something waits', () => {
  expect(messages(`lastEntry: 14:00\nmomentum: up 1%\n${LEGS}`)).toEqual([]);
  expect(messages(`lastEntry: 14:00\n${LEGS}`)).toEqual([
    '"lastEntry" has no effect: nothing waits, and nothing is entered again',
  ]);
  expect(messages(`lastEntry: 15:20\nmomentum: up 1%\n${LEGS}`)).toEqual([
    '"exit" must come after "lastEntry"',
  ]);
});

it('wants entries in their order', () => {
  const file = HEAD.replace('entry: 09:20', 'entry: [09:20, 12:00, 11:00]') + LEGS;
  expect(explained(file)).toContain('"entry[2]" must come after "entry[1]"');
});
