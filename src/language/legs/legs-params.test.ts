import { describe, expect, it } from 'vitest';

import { type z } from 'zod';
import { wording } from '../../text/worded-schema.ts';
import { compileStrategy } from '../compile-strategy.ts';

function breakoutParams(): z.ZodType {
  return paramsOf(LEGS, '{ range: 15 minutes, bar: 5 minutes, before: 14:00 }');
}

function paramsOf(middle: string, entry = '09:20'): z.ZodType {
  const text = `name: s\nschemaVersion: 1\nunderlying: NIFTY\nentry: ${entry}\nexit: 15:10\n${middle}`;
  const compiled = compileStrategy(text, 's.yaml');
  expect(compiled).toMatchObject({ ok: true });
  return (compiled as { value: { params: z.ZodType } }).value.params;
}
const LEGS = 'legs:\n  ce: { side: sell, type: CE, strike: ATM }\n';

describe('what a configuration may override', () => {
  it('defaults to what the file says', () => {
    expect(paramsOf(`lots: 2\nstop: 30%\n${LEGS}`).parse({})).toEqual({
      underlying: 'NIFTY',
      entry: '09:20',
      exit: '15:10',
      lots: 2,
      stop: '30%',
    });
  });

  it('is written in the words of the file', () => {
    const params = paramsOf(`stop: 30%\n${LEGS}`).parse({
      lots: 3,
      stop: '20 points',
      entry: '09:45',
    });
    expect(params).toMatchObject({
      lots: 3,
      stop: '20 points',
      entry: '09:45',
    });
  });

  it('is what sizes the entries, with what that needs', () => {
    const sized = 'legs:\n  ce: { side: sell, type: CE, strike: ATM, lots: 2 }\n';
    const params = paramsOf(`risk: 5000 rupees\nmaxLots: 10\nstop: 30%\n${sized}`);
    expect(params.parse({ maxLots: 4 })).toMatchObject({ risk: '5000 rupees', maxLots: 4 });
    expect(params.safeParse({ risk: '1%' }).error?.issues).toMatchObject([
      { path: ['risk'], message: expect.stringContaining('needs "capital"') as unknown },
    ]);
    expect(params.safeParse({ stop: '500 rupees' }).error?.issues).toMatchObject([
      { path: ['stop'], message: expect.stringContaining('decided at the entry') as unknown },
    ]);
    expect(params.safeParse({ maxLots: 2 }).success).toBe(true);
    expect(params.safeParse({ maxLots: 1 }).error?.issues).toMatchObject([
      { path: ['maxLots'], message: 'A leg has 2 lots in a set: wanted at least so many' },
    ]);
    const target = paramsOf(`risk: 5000 rupees\nmaxLots: 10\nstop: 30%\ntarget: 50%\n${sized}`);
    expect(target.safeParse({ target: '500 rupees' }).error?.issues).toMatchObject([
      { path: ['target'], message: expect.stringContaining('decided at the entry') as unknown },
    ]);
    expect(params.safeParse({ lots: 1 }).success).toBe(false);
    const shared = paramsOf(`risk: 1%\ncapital: 500000 rupees\nmaxLots: 10\nstop: 30%\n${sized}`);
    expect(shared.parse({ risk: '900 rupees' })).toMatchObject({ risk: '900 rupees' });
    expect(shared.safeParse({ risk: '101%' }).success).toBe(false);
    expect(paramsOf(`units: 150\n${LEGS}`).parse({})).toMatchObject({ units: 150 });
  });

  it('may be another underlying', () => {
    const params = paramsOf(LEGS);
    expect(params.parse({ underlying: 'BANKNIFTY' })).toMatchObject({ underlying: 'BANKNIFTY' });
    expect(params.safeParse({ underlying: 'nifty' }).error?.issues).toMatchObject([
      { message: wording(['a symbol in capitals such as NIFTY'], 'NIFTY') },
    ]);
  });

  it('is the range, the bar and the last time of a breakout, and no entry time', () => {
    const params = breakoutParams();
    expect(params.parse({ bar: '10 minutes' })).toEqual({
      underlying: 'NIFTY',
      range: '15 minutes',
      bar: '10 minutes',
      before: '14:00',
      exit: '15:10',
      lots: 1,
    });
    expect(params.safeParse({ entry: '09:20' }).success).toBe(false);
    expect(params.safeParse({ range: '15m' }).error?.issues).toMatchObject([
      { message: wording(['1 to 240 minutes such as 15 minutes'], '15 minutes') },
    ]);
    expect(params.safeParse({ before: '15:30' }).error?.issues).toMatchObject([
      { path: ['exit'], message: 'The exit must come after the entry' },
    ]);
  });

  it('says what is allowed', () => {
    const read = paramsOf(`stop: 30%\n${LEGS}`).safeParse({ stop: 20, lots: 0 });
    expect(read.error?.issues.map(({ message }) => message)).toEqual([
      wording(['whole lots from 1 to 1000'], '1'),
      wording(
        [
          'a share of the premium above 0% such as 30%',
          'an amount above 0 such as 40 points',
          'an amount for the leg such as 2000 rupees',
        ],
        '30%',
      ),
    ]);
  });

  it('is refused where it would have no effect', () => {
    expect(paramsOf(LEGS).safeParse({ stop: '20%' }).success).toBe(false);
    const ownLots = 'legs:\n  ce: { side: sell, type: CE, strike: ATM, lots: 2 }\n';
    expect(paramsOf(ownLots).safeParse({ lots: 3 }).success).toBe(false);
  });

  it('cannot turn entry and exit round', () => {
    expect(paramsOf(LEGS).safeParse({ exit: '09:20' }).error?.issues).toMatchObject([
      { path: ['exit'], message: 'The exit must come after the entry' },
    ]);
  });
});
