import { afterAll, describe, expect, it } from 'vitest';

import { aResult } from '../../../../test/support/results/a-result.ts';
import { Desk } from '../../../../test/e2e/in-process.ts';

const desk = new Desk();
afterAll(() => {
  desk.close();
});

const RESULT = aResult({ dates: 12 });
const CHANGED = changed();
desk.write('one.json', JSON.stringify(RESULT));
desk.write('tidied.json', JSON.stringify({ ...RESULT, strategies: tidied() }));
desk.write('other.json', JSON.stringify(CHANGED));
desk.write('old.json', '{"schemaVersion":1,"strategies":["s"]}');
desk.write('new.json', '{"schemaVersion":9}');
desk.write('cut.json', JSON.stringify(RESULT).slice(0, 500));
desk.write('wrong.json', JSON.stringify({ ...RESULT, seed: 7, capitalPaise: '5 lakh' }));

/** The result with a dearer third fill on the fifth day, and a day less. */
function changed(): typeof RESULT {
  const days = RESULT.days.slice(0, -1).map((day, at) =>
    at === 4
      ? {
          ...day,
          netPaise: day.netPaise - 5_000,
          fills: day.fills.map((fill, number) =>
            number === 2 ? { ...fill, pricePaise: fill.pricePaise + 100 } : fill,
          ),
        }
      : day,
  );
  const netPaise = days.reduce((sum, day) => sum + day.netPaise, 0);
  return { ...RESULT, days, totals: { ...RESULT.totals, days: days.length, netPaise } };
}

function tidied() {
  return RESULT.strategies.map((strategy) => ({ ...strategy, sourceHash: 'e'.repeat(64) }));
}

describe('sauda compare', () => {
  it('says that results are the same, and passes --strict', async () => {
    const { code, out } = await desk.sauda('compare', 'one.json', 'one.json', '--strict');
    expect(code).toBe(0);
    expect(out).toContain('The results are the same');
  });

  it('tells a changed source first, and passes --strict where nothing came of it', async () => {
    const { code, out } = await desk.sauda('compare', 'one.json', 'tidied.json', '--strict');
    expect(code).toBe(0);
    expect(out).toMatch(/are the same[^]*source of short-straddle +5f0c5f0c5f0c {2}e{12}\n/);
  });

  it('tells conditions, then the first difference, the days, the totals, the statistics', async () => {
    const { code, out, err } = await desk.sauda('compare', 'one.json', 'other.json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const titles = [
      'The results differ on 2 days',
      'Not run under the same conditions',
      'First difference',
      'Days that differ',
      'Totals',
      'Statistics',
    ];
    const places = titles.map((title) => out.indexOf(title));
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    expect(places[0]).toBe(0);
    const date = RESULT.days[4]?.date ?? '';
    expect(out).toContain(`${date}  the strategies decided the same`);
    expect(out).toContain('fill 3 of the day differs in pricePaise');
    expect(out).toMatch(new RegExp(`${date} .*-₹50.00 +same`));
    expect(out).toMatch(/no such date/);
    expect(out.match(/^ {2}net +₹/gm)).toHaveLength(1);
  });

  it('ends with 1 under --strict when they differ', async () => {
    const { code, out } = await desk.sauda('compare', 'one.json', 'other.json', '--strict');
    expect(code).toBe(1);
    expect(out).toContain('The results differ');
  });

  it('prints one line of JSON', async () => {
    const { out } = await desk.sauda('compare', 'one.json', 'other.json', '--json');
    expect(out.trimEnd()).not.toContain('\n');
    expect(JSON.parse(out)).toMatchObject({
      schemaVersion: 1,
      one: 'one.json',
      other: 'other.json',
      isSame: false,
      conditions: [{ kind: 'dates' }],
      firstDifference: { date: RESULT.days[4]?.date, fill: { number: 3, parts: ['pricePaise'] } },
      days: [{ differencePaise: -5_000 }, { other: null }],
    });
  });

  it.each([
    ['old.json', 'an older sauda wrote', 'Run the backtest again'],
    ['new.json', 'a newer sauda wrote', 'Update sauda'],
    ['cut.json', 'JSON that is not whole', 'sauda backtest … --json'],
    ['none.json', 'Cannot read a result', 'no such file'],
    ['.', 'Cannot read a result', 'a directory'],
  ])('refuses %s with what to do', async (file, message, next) => {
    const { code, err, out } = await desk.sauda('compare', 'one.json', file);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(`${file}: `);
    expect(err).toContain(message);
    expect(err).toContain(next);
  });

  it('lists what is wrong in both files, with paths, what was found and what is allowed', async () => {
    const { code, out } = await desk.sauda('compare', 'wrong.json', 'old.json', '--json');
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({
      error: {
        code: 'configuration',
        message: 'Wrong value of "seed"',
        where: 'wrong.json',
        found: '7',
        allowed: 'a text',
        others: [
          { message: 'Wrong value of "capitalPaise"', found: '"5 lakh"' },
          { message: 'The result is in a form that an older sauda wrote', where: 'old.json' },
        ],
      },
    });
  });

  it('wants two files, and shows examples', async () => {
    expect((await desk.sauda('compare', 'one.json')).code).toBe(2);
    const { code, out } = await desk.sauda('compare', '--help');
    expect(code).toBe(0);
    expect(out).toContain('sauda compare before.json after.json --strict');
  });
});
