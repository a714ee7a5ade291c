import { expect, it } from 'vitest';

import { explained, HEAD } from '../../../test/support/explained.ts';

const LEGS = 'legs:\n  ce: { side: sell, type: CE, strike: ATM, stop: 30% }\n';

/** The first line of each message, with its place. */
function messages(text: string): readonly string[] {
  return [...explained(text).matchAll(/^s\.yaml:(\d+:\d+: .*)$/gm)].map(([, said = '']) => said);
}

it('carries with the product for it alone', () => {
  const message = /^6:1: "carry" needs the product that is carried/;
  expect(messages(`${HEAD}carry: 1 day\n${LEGS}`)).toEqual([expect.stringMatching(message)]);
  const intraday = `${HEAD}carry: expiry\nproduct: intraday\n${LEGS}`;
  expect(messages(intraday)).toEqual([expect.stringMatching(message)]);
  expect(explained(intraday)).toContain('next     Write "product: carry-forward"');
  expect(explained(`${HEAD}carry: 1 day\nproduct: carry-forward\n${LEGS}`)).toBe('compiled');
});

it('refuses limits that the next day does not know', () => {
  const carried = `${HEAD}carry: 1 day\nproduct: carry-forward\nindexStop: 1%\n`;
  const legs = LEGS.replace('stop: 30%', 'indexTarget: 50 points');
  expect(messages(carried + legs)).toEqual([
    expect.stringMatching(/^8:1: "indexStop" cannot be carried: /),
    expect.stringMatching(/"legs\.ce\.indexTarget" cannot be carried: /),
  ]);
});

it.each(['0 days', '61 days', 'overnight', '1', 'monday'])('refuses %s', (carry) => {
  const text = `${HEAD}carry: ${carry}\nproduct: carry-forward\n${LEGS}`;
  expect(messages(text)).toEqual(['6:8: Wrong value of "carry"']);
});

it('may exit before the time of the entry, on a later day', () => {
  const early = HEAD.replace(/exit: .*/, 'exit: 09:16');
  expect(explained(`${early}carry: 1 day\nproduct: carry-forward\n${LEGS}`)).toBe('compiled');
  expect(messages(early + LEGS)).toEqual([expect.stringMatching(/must come after "entry"$/)]);
});
