import { expect, it } from 'vitest';

import { explained } from '../../../test/support/explained.ts';

const HEAD = `name: s
schemaVersion: 1
underlying: NIFTY
exit: 15:10
rules:
  - then: [{ alert: now }]
    when: { bar: 5m }
`;

/** Where the message about a condition points, and what stands under its caret. */
function pointed(condition: string): string {
  const [place = '', line = '', caret = ''] = explained(`${HEAD}    if: ${condition}\n`).split(
    '\n',
  );
  const [, row, column] = place.split(':');
  return `${String(row)}:${String(column)} ${line.slice(caret.indexOf('^'), caret.length)}`;
}

it.each([
  ['a plain text', 'time > 09:20 and indx > 5', '8:26 indx'],
  ['quotes', '"time > 09:20 and indx > 5"', '8:27 indx'],
  ['single quotes', "'time > 09:20 and indx > 5'", '8:27 indx'],
  ['a plain text of two lines', 'time > 09:20\n      and indx > 5', '9:11 indx'],
  ['a folded block', '>-\n      time > 09:20\n      and indx > 5', '10:11 indx'],
  ['a literal block', '|\n      time > 09:20\n\n      and indx > 5', '11:11 indx'],
  ['a list', '[time > 09:20, indx > 5]', '8:24 indx'],
  // What an escape stands for has no place of its own: the whole text is shown.
  ['an escape', '"time > 09:20 \\x61nd indx > 5"', '8:9 "time > 09:20 \\x61nd indx > 5"'],
])('points into %s', (_, condition, place) => {
  expect(pointed(condition)).toBe(place);
});

it('points behind the end where something is missing', () => {
  const [place, line = '', caret = ''] = explained(`${HEAD}    if: index >\n`).split('\n');
  expect(place).toContain('s.yaml:8:16: The expression ends where a value is missing');
  expect(caret.indexOf('^')).toBe(line.length);
});
