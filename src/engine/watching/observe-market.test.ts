import { describe, expect, it } from 'vitest';

import { aDesk, leftDesk } from '../../../test/support/desk-rig.ts';
import {
  aLeg,
  aQuote,
  aRun,
  CE,
  type EngineRig,
  inputsOf,
  PE,
  RUN,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type Input, type Watch } from '../../model/runs/input.ts';
import { DEFAULT_RUN_POLICIES } from '../../model/runs/run-policies.ts';
import { noticeText } from '../../notices/notice.ts';
import { type RefusedQuote } from '../../ports/prices.ts';
import { type Desk } from '../desk.ts';
import { type Effect } from '../effect.ts';
import { observeContracts, observeQuotes } from './observe-market.ts';

const OTHER = 'other@2026-11-20/paper';
const SEEN = { observedAtMs: 0, ageMsMax: 0 };
/** A desk with two runs, of which the first watches something. */
function watchingDesk(...watches: readonly Watch[]): Desk {
  const desk = aDesk();
  desk.runs.start(aRun({ runId: OTHER }), DEFAULT_RUN_POLICIES);
  desk.runs.get(RUN).watches = watches;
  return desk;
}

function showQuotes(desk: Desk): void {
  const quotes = [CE, PE].map((contract) => ({ ...aQuote(contract), atMs: 0 }));
  observeQuotes(desk, quotes, { seen: SEEN, repeats: null });
}

function shown(desk: Desk): { readonly mine: readonly Input[]; readonly others: readonly Input[] } {
  const effects = leftDesk(desk);
  return { mine: inputsOf(effects, RUN), others: inputsOf(effects, OTHER) };
}

describe('contracts of an underlying', () => {
  it('are shown to the runs that want them alone', () => {
    const desk = watchingDesk({ kind: 'contracts', underlying: 'NIFTY' });
    observeContracts(desk, { underlying: 'NIFTY', contracts: [CE], seen: SEEN });
    expect(shown(desk)).toMatchObject({ mine: [{ contracts: [CE] }], others: [] });
    observeContracts(desk, { underlying: 'BANKNIFTY', contracts: [], seen: SEEN });
    expect(shown(desk)).toEqual({ mine: [], others: [] });
  });
});

describe('quotes', () => {
  it('are shown to the runs that watch them, and no others', () => {
    const desk = watchingDesk({ kind: 'contract', contract: CE });
    showQuotes(desk);
    const { mine, others } = shown(desk);
    expect(mine).toMatchObject([{ quotes: [{ symbol: CE.symbol }] }]);
    expect(others).toEqual([]);
    expect([RUN, OTHER].map((id) => desk.runs.get(id).sawPrices)).toEqual([true, false]);
  });

  it('are noted for a run that was shown all that it watches, and not where one is missing', () => {
    const desk = watchingDesk({ kind: 'contract', contract: CE });
    const run = desk.runs.get(RUN);
    showQuotes(desk);
    expect(run.shown).toBe(run.watches);
    run.watches = [...run.watches, { kind: 'index', underlying: 'NIFTY' }];
    showQuotes(desk);
    expect(run.shown).toBeNull();
  });

  it('are shown to no run that has ended', () => {
    const desk = watchingDesk({ kind: 'contract', contract: CE });
    desk.runs.get(RUN).state = 'held';
    showQuotes(desk);
    expect(shown(desk).mine).toEqual([]);
  });
});

it('quotes come with how long they hold where that is known, and without a word of it else', () => {
  const desk = watchingDesk({ kind: 'contract', contract: CE });
  const quotes = [{ ...aQuote(CE), atMs: 0 }];
  const repeats = { everyMs: 1_000, untilMs: 9_000 };
  observeQuotes(desk, quotes, { seen: SEEN, repeats });
  expect(shown(desk).mine).toMatchObject([{ repeats }]);
  observeQuotes(desk, quotes, { seen: SEEN, repeats: null });
  expect(shown(desk).mine[0]).not.toHaveProperty('repeats');
});

const CROSSED: RefusedQuote = {
  symbol: CE.symbol,
  kind: 'crossed',
  problem: 'bid 101 is above ask 100',
};

function told(effects: readonly Effect[]) {
  return effects.flatMap((effect) =>
    effect.kind === 'notice'
      ? [{ severity: effect.notice.severity, message: noticeText(effect.notice) }]
      : [],
  );
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
