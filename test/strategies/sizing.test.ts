import { describe, expect, it } from 'vitest';

import { withTrace } from '../../src/strategy/define-strategy.ts';
import { RunTrace } from '../../src/strategy/run-trace.ts';
import { tracedCode } from '../../src/language/tracing/trace-code.ts';
import { ejectedText, strategyOf } from './ejected.ts';
import { compiled } from './play-both.ts';
import { type DayScript, type PlayedDay, playDay } from './scripted-day.ts';

const HEAD = `name: s
schemaVersion: 1
underlying: NIFTY
exit: 15:10
`;

function play(rest: string, script: Partial<DayScript> = {}): PlayedDay {
  const entry = rest.includes('entry:') || rest.includes('rules:') ? '' : 'entry: 09:20\n';
  return playDay({ strategy: compiled(HEAD + entry + rest), ...script });
}

/** The index at these levels from these times on. */
function steps(...levels: readonly (readonly [from: string, level: number | null])[]) {
  return (time: string): number | null => levels.findLast(([from]) => time >= from)?.[1] ?? null;
}

/** Entries of a day: `09:20:02 sell 150 24000CE`. */
function entries({ log }: PlayedDay): readonly string[] {
  const orders = log.filter((line) => line.includes('/entry'));
  return orders.map((line) => line.replace(/ place (.*)$/, ' $1'));
}

const STRADDLE = `stop: 30%
legs:
  ce: { side: sell, type: CE, strike: ATM }
  pe: { side: sell, type: PE, strike: ATM }
`;

/** What was said of entries. */
function alerts({ log }: PlayedDay): readonly string[] {
  return log.filter((line) => line.includes(' alert ')).map((line) => line.replace(' alert', ''));
}

describe('units', () => {
  it('are whole lots of the contract, or nothing of the entry is traded', () => {
    expect(entries(play(`units: 150\n${STRADDLE}`))).toEqual([
      '09:20:00 ce/entry sell 150 24000CE, pe/entry sell 150 24000PE',
    ]);
    const uneven = play('legs:\n  ce: { side: sell, type: CE, strike: ATM, units: 100 }\n');
    expect(entries(uneven)).toEqual([]);
    expect(alerts(uneven)).toEqual([
      '09:20:00 warning: No entry: 100 units of leg ce are not whole lots of NIFTY261124C24000: a lot is 75, and the nearest are 75 and 150',
    ]);
    const few = play(`units: 50\n${STRADDLE}`);
    expect(alerts(few).join()).toContain('a lot is 75, and the nearest is 75');
  });

  it('keep out the other legs of the entry with one that does not fit', () => {
    const legs =
      'legs:\n  ce: { side: sell, type: CE, strike: ATM, units: 75 }\n  wing: { side: buy, type: CE, strike: OTM4, units: 70 }\n';
    expect(entries(play(legs))).toEqual([]);
  });

  it('are those of an amount of the leg', () => {
    // 3,000.00 of 150 units is 20.00 from 120.00: its stop triggers at 140.00.
    const legs =
      'legs:\n  ce: { side: sell, type: CE, strike: ATM, units: 150, stop: 3000 rupees }\n';
    const stops = play(legs).commands.flatMap(({ command }) =>
      command.kind === 'place' ? command.orders.filter(({ role }) => role === 'stop') : [],
    );
    expect(stops).toMatchObject([
      { quantityUnits: 150, terms: { kind: 'stop', triggerPricePaise: 14_000 } },
    ]);
  });
});

describe('risk', () => {
  // Both are at 120.00, and lots of 75: 36.00 × 75 × 2 is 5,400.00 a set.
  it.each([
    ['16200 rupees', 225],
    ['16199.99 rupees', 150],
    ['5400 rupees', 75],
    // Of 12,00,000.00 it is 12,000.00.
    ['1%\ncapital: 1200000 rupees', 150],
    ['90000 rupees', 750],
  ])('of %s enters %i units of each leg', (risk, units) => {
    const size = String(units);
    expect(entries(play(`risk: ${risk}\nmaxLots: 10\n${STRADDLE}`))).toEqual([
      `09:20:00 ce/entry sell ${size} 24000CE, pe/entry sell ${size} 24000PE`,
    ]);
  });

  it('that one set is over enters nothing, and says what is missing', () => {
    const played = play(`risk: 5399.99 rupees\nmaxLots: 10\n${STRADDLE}`);
    expect(entries(played)).toEqual([]);
    expect(alerts(played)).toEqual([
      '09:20:00 warning: No entry: 1 lot of ce and 1 lot of pe would lose ₹5,400.00 at the stops, and "risk" allows ₹5,399.99',
    ]);
  });

  it('keeps a ratio, with a hedge that can lose its premium', () => {
    // 2 × 36.00 × 75 is 5,400.00, and the wing at 107.40 is 8,055.00: 13,455.00 a set, and 30,000.00 pays for two.
    const legs =
      'legs:\n  ce: { side: sell, type: CE, strike: ATM, stop: 30%, lots: 2 }\n  wing: { side: buy, type: CE, strike: OTM4 }\n';
    const of = (rest: string): readonly string[] => entries(play(`${rest}\n${legs}`));
    expect(of('risk: 30000 rupees\nmaxLots: 20')).toEqual([
      '09:20:00 ce/entry sell 300 24000CE, wing/entry buy 150 24200CE',
    ]);
    expect(of('risk: 13455 rupees\nmaxLots: 20')).toHaveLength(1);
    expect(of('risk: 13454 rupees\nmaxLots: 20')).toHaveLength(0);
    expect(of('risk: 90000 rupees\nmaxLots: 3')).toEqual([
      '09:20:00 ce/entry sell 150 24000CE, wing/entry buy 75 24200CE',
    ]);
  });

  it('waits ten seconds for its prices, and no longer than an exit', () => {
    const risk = `risk: 11000 rupees\nmaxLots: 10\n${STRADDLE}`;
    expect(entries(play(risk, { optionsQuotedFrom: '09:20:06' })).join()).toMatch(/^09:20:06 ce/);
    const late = play(risk, { optionsQuotedFrom: '09:21' });
    expect(entries(late)).toEqual([]);
    expect(alerts(late)).toEqual([
      '09:20:10 warning: No entry: no fresh price of NIFTY261124C24000 and NIFTY261124P24000 within 10 seconds',
    ]);
    const rules = `rules:
  - when: { at: 09:20 }
    then: [{ enter: all }]
  - when: { at: 09:20:04 }
    then: [{ exit: all }]
`;
    const exited = play(risk + rules, { optionsQuotedFrom: '09:20:06' });
    expect(entries(exited)).toEqual([]);
    expect(alerts(exited)).toEqual([
      '09:20:04 info: No entry: a square-off came while it waited for prices',
    ]);
  });

  it('sizes each entry at its moment, and a rule by the legs that it enters', () => {
    const risk = `risk: 11000 rupees\nmaxLots: 20\n${STRADDLE}`;
    const index = steps(['00:00', 24_000], ['10:00', 24_300], ['10:30', 24_010]);
    const times = `entry: [09:20, 11:00]\nonStop: { exit: all }\n${risk}`;
    // At 24,010 the call is at 125.00, more or less: one set is 5,500.00 and more.
    expect(entries(play(times, { index }))).toEqual([
      '09:20:00 ce/entry sell 150 24000CE, pe/entry sell 150 24000PE',
      '11:00:00 ce/entry sell 75 24000CE, pe/entry sell 75 24000PE',
    ]);
    const rules = `rules:
  - when: { at: 09:30 }
    then: [{ enter: [ce] }]
  - when: { at: 10:00 }
    then: [{ enter: [pe] }]
`;
    // 2,700.00 a leg: four of it in 11,000.00.
    expect(entries(play(risk + rules))).toEqual([
      '09:30:00 ce/entry sell 300 24000CE',
      '10:00:00 pe/entry sell 300 24000PE',
    ]);
  });

  it('enters no leg twice where two rules wait for the same prices', () => {
    const rules = `rules:
  - when: { at: 09:20 }
    then: [{ enter: all }]
  - when: { at: 09:20 }
    then: [{ enter: [pe] }]
`;
    const played = play(`risk: 11000 rupees\nmaxLots: 20\n${STRADDLE}${rules}`, {
      optionsQuotedFrom: '09:20:06',
    });
    expect(entries(played)).toEqual([
      '09:20:06 ce/entry sell 150 24000CE, pe/entry sell 150 24000PE',
    ]);
    expect(alerts(played)).toEqual(['09:20:06 info: No entry: pe is open or being entered']);
  });

  it.each(['immediately', 'at-cost'])('gives a re-entry %s the lots that the leg had', (how) => {
    const again = `risk: 11000 rupees\nmaxLots: 20\nonStop: { reenter: { how: ${how} } }\n${STRADDLE}`;
    const index = steps(['00:00', 24_000], ['10:00', 24_300], ['10:30', 24_000]);
    // Of a stop that fills in parts, less is open before the last of them.
    for (const fillsInParts of [false, true]) {
      const [first, second] = entries(play(again, { index, fillsInParts }));
      expect(first).toContain('ce/entry sell 150');
      expect(second).toContain('ce/entry sell 150');
    }
  });
});

describe('share', () => {
  it('is what bought options may cost together', () => {
    // 120.00 × 75 × 2 is 18,000.00 a set: two in a tenth of 5,00,000.00.
    const legs =
      'legs:\n  ce: { side: buy, type: CE, strike: ATM }\n  pe: { side: buy, type: PE, strike: ATM }\n';
    expect(entries(play(`share: 10%\ncapital: 500000 rupees\nmaxLots: 20\n${legs}`))).toEqual([
      '09:20:00 ce/entry buy 150 24000CE, pe/entry buy 150 24000PE',
    ]);
    const little = play(`share: 3%\ncapital: 500000 rupees\nmaxLots: 20\n${legs}`);
    expect(alerts(little)).toEqual([
      '09:20:00 warning: No entry: 1 lot of ce and 1 lot of pe would cost ₹18,000.00, and "share" allows ₹15,000.00',
    ]);
  });

  it('is that of the side on which a breakout enters', () => {
    const breakout = `entry: { range: 15 minutes, bar: 5 minutes, before: 14:00 }
share: 10%
capital: 500000 rupees
maxLots: 20
legs:
  ce: { side: buy, type: CE, strike: ATM, when: above }
  pe: { side: buy, type: PE, strike: ATM, when: below }
`;
    const index = steps(['00:00', 24_000], ['09:40', 24_100]);
    // 9,000.00 a lot, five in 50,000.00.
    expect(entries(play(breakout, { index }))).toEqual(['09:45:00 ce/entry buy 375 24100CE']);
  });
});

describe('a trace', () => {
  const text = `${HEAD}entry: 09:20\nrisk: 16200 rupees\nmaxLots: 10\n${STRADDLE}`;

  it.each([
    ['a file', compiled(text)],
    ['its module', tracedCode(strategyOf(ejectedText(compiled(text))))],
  ])('of %s shows the lots and their figures', (_, strategy) => {
    const trace = new RunTrace();
    playDay({ strategy: withTrace(strategy, () => trace) });
    const sized = trace.steps.filter(({ kind }) => kind === 'sized');
    const figures = { by: 'risk', lots: 3, sets: 3, setPaise: 540_000 };
    const bounds = { limitPaise: 1_620_000, lotsMax: 10 };
    expect(sized).toMatchObject([
      { ...figures, ...bounds },
      { ...figures, ...bounds },
    ]);
    expect(sized.map(({ part }) => trace.parts[part]?.name)).toEqual(['ce', 'pe']);
  });

  it.each<[string, string, Partial<DayScript>, readonly string[]]>([
    ['too-much', 'risk: 900 rupees\nmaxLots: 10', {}, ['ce', 'pe']],
    ['no-price', 'risk: 9000 rupees\nmaxLots: 10', { optionsQuotedFrom: '09:40' }, ['ce', 'pe']],
    ['uneven-units', 'units: 100', {}, ['ce']],
  ])('says %s of a rule that enters nothing', (...[why, size, script, names]) => {
    const rules = 'rules:\n  - when: { at: 09:30 }\n    then: [{ enter: all }]\n';
    const strategy = compiled(`${HEAD}${size}\n${STRADDLE}${rules}`);
    const trace = new RunTrace();
    playDay({ ...script, strategy: withTrace(strategy, () => trace) });
    const kept = trace.steps.filter(({ kind }) => kind === 'kept-back');
    expect(kept).toMatchObject([{ why, names }]);
  });
});
