import { describe, expect, it } from 'vitest';

import { aDesk, leftDesk } from '../../test/support/desk-rig.ts';
import { aQuote, aRun, CE, inputsOf, PE, RUN } from '../../test/support/engine-rig.ts';
import { type QuotesAhead } from '../model/coming-quotes.ts';
import { type Input, type Watch } from '../model/input.ts';
import { DEFAULT_RUN_POLICIES } from '../model/run-policies.ts';
import { type Desk } from './desk.ts';
import { observeContracts, observeQuotes } from './observe-market.ts';

const OTHER = 'other@2026-11-20/paper';
const SEEN = { observedAtMs: 0, ageMsMax: 0 };
const AHEAD: QuotesAhead = {
  quotes: { at: () => null, nextChangeMs: () => null, unbrokenUntilMs: () => 9 },
  everyMs: 1_000,
  untilMs: 9,
};

/** A desk with two runs, of which the first watches something. */
function watchingDesk(...watches: readonly Watch[]): Desk {
  const desk = aDesk();
  desk.runs.start(aRun({ runId: OTHER }), DEFAULT_RUN_POLICIES);
  desk.runs.get(RUN).watches = watches;
  return desk;
}

function showQuotes(desk: Desk, ahead: QuotesAhead | null = null): void {
  const quotes = [CE, PE].map((contract) => ({ ...aQuote(contract), atMs: 0 }));
  observeQuotes(desk, quotes, { seen: SEEN, repeats: null, coming: null, ahead });
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

  it('come with those to come where they are known, and without a word of them else', () => {
    const desk = watchingDesk({ kind: 'contract', contract: CE });
    const run = desk.runs.get(RUN);
    showQuotes(desk, AHEAD);
    expect(shown(desk).mine).toMatchObject([{ ahead: AHEAD }]);
    expect(run.foresees).toBe(run.watches);
    showQuotes(desk);
    expect(shown(desk).mine[0]).not.toHaveProperty('ahead');
    expect(run.foresees).toBeNull();
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
  observeQuotes(desk, quotes, { seen: SEEN, repeats, coming: null, ahead: null });
  expect(shown(desk).mine).toMatchObject([{ repeats }]);
  observeQuotes(desk, quotes, { seen: SEEN, repeats: null, coming: null, ahead: null });
  expect(shown(desk).mine[0]).not.toHaveProperty('repeats');
});
