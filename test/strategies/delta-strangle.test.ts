import { describe, expect, it } from 'vitest';

import strangle from '../../strategies/delta-strangle.ts';
import { type DayScript, playDay } from './scripted-day.ts';

/** The commands of a day on which the index jumps at 10:02, and is calm before and after. */
function day(jumpPoints: number, script: Partial<DayScript> = {}): readonly string[] {
  const index = (time: string): number => (time < '10:02' ? 24_000 : 24_000 + jumpPoints);
  return playDay({ strategy: strangle, index, ...script }).log;
}
const isTrade = (line: string): boolean => !line.includes('alert');
const ENTRY = expect.stringMatching(
  /^09:30:00 place ce\/entry sell 75 2\d+CE, pe\/entry sell 75 2\d+PE$/,
) as string;
const STOPS = [
  expect.stringMatching(/^09:30:02 place ce\/stop buy 75 /),
  expect.stringMatching(/^09:30:02 place pe\/stop buy 75 /),
] as string[];
const EXIT = '15:10:00 squareOff all: exit time';

describe('the delta strangle', () => {
  it('sells both sides, stops each, and closes', () => {
    expect(day(0).filter(isTrade)).toEqual([ENTRY, ...STOPS, EXIT]);
  });

  it('sells a stopped leg once more, further out, after a calm bar', () => {
    const trades = day(400).filter(isTrade);
    expect(trades).toEqual([
      ENTRY,
      ...STOPS,
      expect.stringMatching(/^10:10:00 place ce-again\/entry sell 75 2\d+CE$/),
      expect.stringMatching(/^10:10:02 place ce-again\/stop buy 75 /),
      EXIT,
    ]);
    const [first = 0, second = 0] = trades
      .filter((line) => line.includes('/entry'))
      .map((line) => Number(/(\d+)CE/.exec(line)?.[1]));
    expect(second).toBeGreaterThan(first);
  });

  it('does not sell a third time', () => {
    const index = (time: string): number =>
      time < '10:02' ? 24_000 : time < '11:02' ? 24_400 : 24_800;
    const placed = playDay({ strategy: strangle, index }).log.filter((line) =>
      line.includes('/entry'),
    );
    expect(placed).toHaveLength(2);
  });

  it('waits while paused, though the pause began long before the stop', () => {
    const sourceValues = [
      { from: '09:16', source: 'pause', value: true },
      { from: '10:31', source: 'pause', value: false },
    ];
    const again = day(400, { sourceValues }).filter((line) => line.includes('again/entry'));
    expect(again).toEqual([expect.stringMatching(/^10:35:00 /)]);
  });

  it('does not sell again from 13:00 on', () => {
    const sourceValues = [{ from: '09:16', source: 'pause', value: true }];
    const late = [...sourceValues, { from: '13:01', source: 'pause', value: false }];
    expect(day(400, { sourceValues: late }).filter(isTrade)).toEqual([ENTRY, ...STOPS, EXIT]);
  });

  it('tells every hour what is held', () => {
    expect(day(400).filter((line) => line.includes('Held'))).toEqual([
      '10:30:00 alert info: Held: pe, ce-again',
      '11:30:00 alert info: Held: pe, ce-again',
      '12:30:00 alert info: Held: pe, ce-again',
      '13:30:00 alert info: Held: pe, ce-again',
      '14:30:00 alert info: Held: pe, ce-again',
    ]);
  });

  it('says so when there is nothing to choose from', () => {
    expect(day(0, { isListed: false })).toContain(
      '09:32:00 alert warning: No entry: no fresh chain at 09:30',
    );
  });
});
