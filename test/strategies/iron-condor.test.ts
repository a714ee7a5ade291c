import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import ironCondor from '../../strategies/iron-condor.ts';
import { anyDay, decided, shippedYaml } from './play-both.ts';
import { playDay } from './scripted-day.ts';

const yaml = shippedYaml('iron-condor');
const ENTRY =
  '09:30:00 place wing-ce/entry buy 75 24400CE, wing-pe/entry buy 75 23600PE, sold-ce/entry sell 75 24200CE, sold-pe/entry sell 75 23800PE';

describe('the iron condor', () => {
  it('sells four strikes out, buys eight strikes out, and is out at 15:10', () => {
    expect(playDay({ strategy: yaml }).log).toEqual([ENTRY, '15:10:00 squareOff all: exit time']);
  });

  it('is out, once, when the whole has lost the premium taken in', () => {
    const { log, broker } = playDay({
      strategy: yaml,
      index: (time) => (time < '11:00' ? 24_000 : 24_600),
    });
    expect(log).toEqual([
      ENTRY,
      '11:00:00 squareOff all: stop of the whole run',
      '15:10:00 squareOff all: exit time',
    ]);
    expect(['wing-ce', 'wing-pe', 'sold-ce', 'sold-pe'].map((leg) => broker.netUnits(leg))).toEqual(
      [0, 0, 0, 0],
    );
  });

  it('is the same in both forms, byte for byte, on any day', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyDay, (script) => {
        const [typescript, fromYaml] = [ironCondor, yaml].map((strategy) =>
          decided(playDay({ strategy, ...script }).commands),
        );
        expect(fromYaml).toBe(typescript);
      }),
      { numRuns: 10 },
    );
  });
});
