import { expect, it } from 'vitest';

import { explained, HEAD } from '../../../test/support/explained.ts';

const CE = 'side: sell, type: CE, strike: ATM';
const TWO = `legs:\n  ce: { ${CE}, stop: 30% }\n  pe: { side: sell, type: PE, strike: ATM }\n`;

/** The first line of each message, without its place. */
function messages(text: string): readonly string[] {
  return [...explained(text).matchAll(/^s\.yaml:\d+:\d+: (.*)$/gm)].map(([, said = '']) => said);
}

it('takes what follows a limit that any leg has', () => {
  expect(explained(`${HEAD}onStop: { cost: [ce], exit: [pe] }\n${TWO}`)).toBe('compiled');
  expect(explained(`${HEAD}target: 50%\nonTarget: { cost: all }\n${TWO}`)).toBe('compiled');
});

it.each([
  ['a leg without a limit', `legs:\n  ce: { ${CE}, onStop: { exit: all } }\n`],
  ['a file without a limit', `onStop: { exit: all }\nlegs:\n  ce: { ${CE} }\n`],
])('refuses what would follow a stop of %s', (_, text) => {
  expect(messages(HEAD + text)).toEqual([
    expect.stringMatching(/onStop" needs a stop to come after$/),
  ]);
});

it('refuses to move a stop that no leg has, and a leg that is not there', () => {
  expect(messages(`${HEAD}onStop: { cost: [pe] }\n${TWO}`)).toEqual([
    '"onStop.cost" has no stop to move',
  ]);
  expect(messages(`${HEAD}onStop: { cost: [pf, ce] }\n${TWO}`)).toEqual(['No such leg']);
});

it('refuses one that says nothing', () => {
  expect(messages(`${HEAD}onStop: {}\n${TWO}`)).toEqual(['"onStop" does not say what']);
});

it('refuses to move the stop of a leg that it closes', () => {
  const useless = '"onStop.cost" has no effect: "onStop.exit" closes the same legs';
  expect(messages(`${HEAD}onStop: { cost: all, exit: all }\n${TWO}`)).toEqual([useless]);
  expect(messages(`${HEAD}onStop: { cost: [ce], exit: [ce] }\n${TWO}`)).toEqual([useless]);
});
