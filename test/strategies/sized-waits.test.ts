import { expect, it } from 'vitest';
import { z } from 'zod';

import { defineStrategy, legDesk, legSizing, percent, strike } from '../../src/index.ts';
import { option } from './option-board.ts';
import { compiled } from './play-both.ts';
import { type DayScript, playDay } from './scripted-day.ts';

const HEAD = `name: s
schemaVersion: 1
underlying: NIFTY
exit: 15:10
risk: 11000 rupees
maxLots: 20
stop: 30%
`;
const STRADDLE = `legs:
  ce: { side: sell, type: CE, strike: ATM }
  pe: { side: sell, type: PE, strike: ATM }
`;

/** What a file does in a day, but for its stop orders. */
function play(rest: string, script: Partial<DayScript> = {}): readonly string[] {
  const { log } = playDay({ strategy: compiled(HEAD + rest), ...script });
  return log.filter((line) => !line.includes('/stop'));
}

it('sizes by prices that are all fresh, not by one that has gone stale while another was awaited', () => {
  // The put comes six seconds after the last price of the call, and the next call two seconds after the put.
  const isQuoted: DayScript['isQuoted'] = (time, { optionType }) =>
    optionType === 'PE' ? time >= '09:20:06' : time <= '09:20:00' || time >= '09:20:08';
  const [first] = play(`entry: 09:20\n${STRADDLE}`, { isQuoted });
  expect(first).toBe('09:20:08 place ce/entry sell 150 24000CE, pe/entry sell 150 24000PE');
});

it('waits for prices no longer than the exit of the day', () => {
  const log = play(`entry: 15:09:56\n${STRADDLE}`, { optionsQuotedFrom: '15:10:04' });
  expect(log).toEqual([
    '15:10:00 alert info: No entry: a square-off came while it waited for prices',
    '15:10:00 squareOff all: exit time',
  ]);
});

it('waits no longer than that where code squares nothing off', () => {
  const strategy = defineStrategy({
    name: 's',
    params: z.strictObject({}),
    run: (context) => {
      const desk = legDesk(context, {
        underlying: 'NIFTY',
        exit: '15:10',
        sizing: legSizing({ risk: '11000 rupees', maxLots: 20 }),
        legs: { ce: { side: 'sell', type: 'CE', strike: strike.atm(), stop: percent(30) } },
      });
      return desk.run(desk.enterAt('15:09:56'));
    },
  });
  expect(playDay({ strategy, optionsQuotedFrom: '15:10:04' }).log).toEqual([
    '15:10:00 alert info: No entry: a square-off came while it waited for prices',
  ]);
});

it('gives a re-entry of a leg that was carried into the day the lots that it had', () => {
  const contract = option('2026-11-24', 2_400_000, 'CE');
  const held = { openValuePaise: 12_000 * 225, lastPaise: 12_000 };
  const log = play(
    `product: carry-forward
carry: expiry
entry: 14:00
onStop: { reenter: { how: immediately } }
legs:
  ce: { side: sell, type: CE, strike: ATM }
`,
    {
      carried: [{ leg: 'ce', contract, netUnits: -225, ...held }],
      index: (time) => (time < '10:00' ? 24_000 : 24_300),
    },
  );
  expect(log[0]).toBe('10:00:00 place ce/entry sell 225 24000CE');
});
