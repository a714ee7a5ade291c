import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Desk, type EndedHere } from '../e2e/in-process.ts';
import { barLinesAfter, indexCsv } from '../support/index-csv.ts';
import { shipped } from '../support/simulated-day.ts';

const DAYS = 8;

const NUMBERED = `
import { map } from 'rxjs';
import { defineStrategy, place, selectNow, sell, z } from 'sauda';

export default defineStrategy({
  name: 'numbered',
  params: z.object({ n: z.number().int().min(1).max(9).default(1) }),
  run: ({ params, at, chain }) =>
    at('09:30').pipe(
      selectNow(chain('NIFTY')),
      map(({ atm }) => place(sell(atm.ce, { leg: 'ce', lots: params.n }))),
    ),
});
`;

const desk = new Desk();
const yaml = shipped('short-straddle.yaml');

beforeAll(() => {
  desk.write('nifty.csv', indexCsv(barLinesAfter('2024-01-01', DAYS)));
  desk.write('numbered.js', NUMBERED);
});

afterAll(() => {
  desk.close();
});

function sweep(...args: readonly string[]): Promise<EndedHere> {
  return desk.sauda('sweep', ...args, '--prices', 'nifty.csv');
}

/** All of these end before a thread starts, so that they need no process of their own. */
describe('a sweep that does not begin', () => {
  it.each([
    [['numbered.js', '--param', 'm=1'], 3, 'Strategy "numbered" has no parameter "m"'],
    [['numbered.js', '--param', 'n=5..1'], 2, 'the first value is above the last'],
    [['numbered.js', '--param', 'n'], 2, 'Cannot read --param "n"'],
    [['numbered.js', '--param', 'n=1..9:0.5'], 3, 'Parameter "n" of strategy "numbered"'],
    [['numbered.js', '--param', 'n=1', '--param', 'n=2'], 3, 'Parameter "n" is given twice'],
    [['numbered.js', '--param', 'n=1', '--split', '70/40'], 2, '70/30'],
    [['numbered.js', '--param', 'n=1', '--walk-forward', '60'], 2, '60d/20d'],
    [['numbered.js', '--param', 'n=1', '--walk-forward', '8d/2d'], 3, 'found    8 days to run'],
    [['numbered.js', '--param', 'n=1', '--method', 'genetic'], 2, 'random:N'],
    [['numbered.js', '--param', 'n=1', '--workers', '0'], 2, '1 to 64'],
    [['numbered.js'], 2, '--param'],
    [[yaml, '--param', 'stop=10..50:10'], 3, 'nearest  10%'],
    [[yaml, '--param', 'entry=15:20,15:25'], 3, 'The exit must come after the entry'],
    [
      ['numbered.js', '--param', 'n=1,2', '--method', 'halving', '--walk-forward', '3d/2d'],
      3,
      'Halving cannot walk forward',
    ],
  ])('%j', async (args, code, message) => {
    const ended = await sweep(...args);
    expect(ended.err).toContain(message);
    expect(ended.code).toBe(code);
    expect(ended.out).toBe('');
  });

  it('names the prices that cannot be read', async () => {
    const ended = await desk.sauda('sweep', 'numbered.js', '--param', 'n=1', '--prices', 'no.csv');
    expect(ended.err).toContain('no.csv: Cannot read prices');
    expect(ended.code).toBe(3);
  });

  it('says that nothing can be kept where it should be', async () => {
    desk.write('no-directory', 'a file');
    const nowhere = ['--cache', 'no-directory'];
    const { code, err } = await sweep('numbered.js', '--param', 'n=1', ...nowhere);
    expect(code).toBe(2);
    expect(err).toContain('no-directory');
  });
});
