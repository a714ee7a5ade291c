import { describe, expect, it } from 'vitest';

import { authorLine } from '../base/author-line.ts';
import { describeStrategyFailure } from './strategy-failure.ts';

function thrown(name: string, stack: string | undefined): Error {
  const error = new Error('no such strike');
  Object.defineProperty(error, 'name', { value: name });
  Object.defineProperty(error, 'stack', { value: stack });
  return error;
}

const STACK = `Error: no such strike
    at Object.next (/app/node_modules/rxjs/dist/map.js:10:3)
    at node:internal/process/task_queues:105:5
    at pick (file:///home/trader/straddle.ts?v=2:12:7)
    at run (/home/trader/straddle.ts:3:1)`;

describe('what a strategy threw', () => {
  it.each<readonly [what: string, value: unknown, text: string]>([
    [
      'with its own line',
      thrown('Error', STACK),
      'no such strike (at /home/trader/straddle.ts:12:7)',
    ],
    ['with its kind', thrown('RangeError', ''), 'RangeError: no such strike'],
    ['without a stack', thrown('Error', undefined), 'no such strike'],
    ['as data', { code: 7 }, 'The strategy threw {"code":7}'],
    ['as nothing', undefined, 'The strategy threw undefined'],
    ['as a function', Symbol('s'), 'The strategy threw Symbol(s)'],
    ['as what has no text', { big: 1n }, 'The strategy threw object'],
  ])('is told %s', (_, value, text) => {
    expect(describeStrategyFailure(value)).toBe(text);
  });

  it('has no line where only others are in the stack', () => {
    expect(authorLine(STACK.split('\n').slice(0, 3).join('\n'))).toBeNull();
  });
});
