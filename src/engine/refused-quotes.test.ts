import { describe, expect, it } from 'vitest';

import { aLeg, aQuote, CE, type EngineRig, PE, startedRig } from '../../test/support/engine-rig.ts';
import { type Quote } from '../model/quote.ts';
import { type RefusedQuote } from '../ports/prices.ts';
import { type Effect } from './effect.ts';

const CROSSED: RefusedQuote = {
  symbol: CE.symbol,
  kind: 'crossed',
  problem: 'bid 101 is above ask 100',
};

function told(effects: readonly Effect[]) {
  return effects.filter((effect) => effect.kind === 'notice');
}

/** One poll of quotes a second later, in which some could not be used. */
function poll(rig: EngineRig, refused: readonly RefusedQuote[], ...quotes: Quote[]) {
  rig.nowMs += 1_000;
  const outcome = { kind: 'accepted', value: quotes, refused } as const;
  const { nowMs: startedAtMs } = rig;
  return told(rig.step({ kind: 'poll-ended', startedAtMs, subject: 'quotes', outcome }));
}

/** Several polls that bring the same. */
function polls(rig: EngineRig, times: number, refused: readonly RefusedQuote[]) {
  return Array.from({ length: times }, () => poll(rig, refused)).flat();
}

describe('quotes that cannot be used', () => {
  it('are told by symbol, with what is wrong, once for many polls', () => {
    const rig = startedRig();
    const unreadable: RefusedQuote = { symbol: null, kind: 'unreadable', problem: '0.last: none' };
    expect(polls(rig, 200, [CROSSED, unreadable])).toEqual([
      expect.objectContaining({
        severity: 'warning',
        message: `Quotes cannot be used: ${CE.symbol} (bid 101 is above ask 100), and 1 more`,
      }),
    ]);
    expect(polls(rig, 150, [CROSSED, unreadable])).toMatchObject([
      { message: expect.stringContaining('in 301 polls so far') as unknown },
    ]);
  });

  it('are told again when others cannot be used, and when all can', () => {
    const rig = startedRig();
    polls(rig, 70, [CROSSED]);
    expect(polls(rig, 1, [{ ...CROSSED, symbol: PE.symbol }])).toMatchObject([
      { message: expect.stringContaining(PE.symbol) as unknown },
    ]);
    expect(polls(rig, 40, [])).toMatchObject([
      { severity: 'info', message: 'All quotes can be used again' },
    ]);
  });

  it('are critical once a leg that is held has had none for as long as a quote is fresh', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const all = polls(rig, 60, [CROSSED]);
    expect(all.map(({ severity }) => severity)).toEqual(['warning', 'critical']);
    expect(all[1]?.message).toContain(`No usable quote of ${CE.symbol} for 6 s`);
    expect(all[1]?.message).toContain('leg "ce"');
  });

  it('are not critical while good ones come in between, or of what is not held', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    for (let second = 0; second < 30; second += 1) {
      const some = second % 3 === 0 ? poll(rig, [], aQuoteAt(rig)) : poll(rig, [CROSSED]);
      expect(some.filter(({ severity }) => severity === 'critical')).toEqual([]);
    }
    const other = polls(rig, 60, [{ ...CROSSED, symbol: PE.symbol }]);
    expect(other.filter(({ severity }) => severity === 'critical')).toEqual([]);
  });
});

function aQuoteAt(rig: EngineRig): Quote {
  return { ...aQuote(CE), atMs: rig.nowMs };
}

it('a leg without a usable quote is named with what is wrong with its own, and only then', () => {
  const rig = startedRig();
  rig.hold(aLeg());
  const other = { ...CROSSED, symbol: PE.symbol, problem: 'bid 1 is above ask 0' };
  const all = polls(rig, 60, [other, CROSSED]);
  const critical = all.filter(({ severity }) => severity === 'critical');
  expect(critical[0]?.message).toContain(': ' + `${CE.symbol} (bid 101 is above ask 100). Stops`);
  // What is said as critical is not said as a warning as well.
  expect(all.filter(({ severity }) => severity === 'warning')).toHaveLength(1);
});
