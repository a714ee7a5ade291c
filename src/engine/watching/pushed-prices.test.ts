import { describe, expect, it } from 'vitest';

import { deskOptions, leftDesk } from '../../../test/support/desk-rig.ts';
import { aDay, aQuote, aRun, CE, inputsOf, PE, RUN } from '../../../test/support/engine-rig.ts';
import { type Watch } from '../../model/runs/input.ts';
import { DEFAULT_RUN_POLICIES } from '../../model/runs/run-policies.ts';
import { createDesk, type Desk } from '../desk.ts';
import { takePush, wantPushes } from './pushed-prices.ts';

const REPEATS = { everyMs: 1_000, untilMs: 60_000 };

/** A desk of pushed prices with one run that watches a contract. */
function pushedDesk(...watches: readonly Watch[]): Desk {
  const desk = createDesk({ ...deskOptions(), arePricesPushed: true }, aDay());
  desk.nowMs = 0;
  desk.runs.start(aRun(), DEFAULT_RUN_POLICIES).watches = watches;
  return desk;
}

function wanted(desk: Desk) {
  wantPushes(desk);
  return leftDesk(desk).filter(({ kind }) => kind === 'watch-prices');
}

function push(desk: Desk, ...contracts: readonly (typeof CE)[]): void {
  const quotes = contracts.map((contract) => ({ ...aQuote(contract), atMs: desk.nowMs }));
  takePush(desk, { kind: 'prices-pushed', atMs: desk.nowMs, quotes, repeats: REPEATS });
}

const OF_CE: Watch = { kind: 'contract', contract: CE };
const OF_PE: Watch = { kind: 'contract', contract: PE };

describe('what prices are to be pushed', () => {
  it('is told when it changes, and not again', () => {
    const desk = pushedDesk(OF_CE);
    expect(wanted(desk)).toMatchObject([{ symbols: [CE.symbol], everyMs: 1_000 }]);
    expect(wanted(desk)).toEqual([]);
    desk.runs.get(RUN).watches = [];
    expect(wanted(desk)).toMatchObject([{ symbols: [], isEach: false }]);
  });

  it('is each of them until every run was shown all that it watches', () => {
    const desk = pushedDesk(OF_CE, OF_PE);
    expect(wanted(desk)).toMatchObject([{ isEach: true }]);
    push(desk, CE);
    expect(wanted(desk)).toEqual([]);
    push(desk, CE, PE);
    expect(wanted(desk)).toMatchObject([{ isEach: false }]);
    desk.runs.get(RUN).watches = [OF_CE, OF_PE];
    expect(wanted(desk)).toMatchObject([{ isEach: true }]);
  });

  it('is each of them where a level decides what is watched', () => {
    const chain = { kind: 'chain', underlying: 'NIFTY', expiry: CE.expiry, strikesEachSide: 1 };
    const desk = pushedDesk(chain as Watch, OF_CE);
    wanted(desk);
    push(desk, CE);
    expect(desk.pushes.isEach).toBe(true);
  });
});

describe('prices that were pushed', () => {
  it('are shown to runs with how long they stand, and not where runs take them by themselves', () => {
    const desk = pushedDesk(OF_CE);
    wanted(desk);
    push(desk, CE);
    expect(inputsOf(leftDesk(desk), RUN)).toMatchObject([
      { kind: 'quotes-observed', repeats: REPEATS, quotes: [{ symbol: CE.symbol }] },
    ]);
    const quotes = [{ ...aQuote(CE, 777), atMs: 5 }];
    const event = { kind: 'prices-pushed', atMs: 5, quotes, repeats: REPEATS } as const;
    takePush(desk, { ...event, isPassedOver: true });
    expect(leftDesk(desk)).toEqual([]);
    expect(desk.quotes.last(CE.symbol)?.atMs).toBe(5);
  });
});
