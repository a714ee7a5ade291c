import { expect, it } from 'vitest';

import { printJson } from './output.ts';

it('a line of JSON has nothing that a terminal would take for a command, and says the same', () => {
  const value = { message: 'a\u001b[2J\u009b2J\u007f\u2028\u202eb\r\n', é: '₹' };
  let line = '';
  printJson({ terminal: { out: (text: string) => (line += text) } as never }, value);
  expect(line.endsWith('\n')).toBe(true);
  // eslint-disable-next-line no-control-regex -- these are the characters to be found
  expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
  expect(JSON.parse(line)).toEqual(value);
});
