import { describe, expect, it } from 'vitest';

import { aDesk, planned, quoted, shownAs, working } from '../../../test/support/desk-rig.ts';
import { aLeg, at, CE, PE, RUN } from '../../../test/support/engine-rig.ts';
import { TERMS } from '../../../test/support/stop-rig.ts';
import { type LegOrder, type TermsRequest } from '../../model/orders/command.ts';
import { type Role } from '../../model/orders/order.ts';
import { type Intent } from '../intents/intent.ts';
import { closesUntilMs, closingUnits, isClosing } from './closing-exits.ts';

const EXIT = aLeg({ role: 'exit', side: 'buy' });
const LEG = { runId: RUN, leg: 'ce', contract: CE };

function limit(pricePaise: number): TermsRequest {
  return { kind: 'limit', pricePaise };
}

describe('an exit counts as about to close', () => {
  // Bid 99.95, ask 100.05.
  it.each<readonly [string, Pick<LegOrder, 'side' | 'terms'>, boolean]>([
    [
      'buys through the market',
      { side: 'buy', terms: { kind: 'marketable', bufferPercent: null } },
      true,
    ],
    [
      'buys at the market',
      { side: 'buy', terms: { kind: 'market', referencePricePaise: 1 } },
      true,
    ],
    ['buys at the ask', { side: 'buy', terms: limit(10_005) }, true],
    ['buys a tick below the ask', { side: 'buy', terms: limit(10_000) }, false],
    ['buys above the ask', { side: 'buy', terms: limit(10_010) }, true],
    ['sells at the bid', { side: 'sell', terms: limit(9_995) }, true],
    ['sells a tick above the bid', { side: 'sell', terms: limit(10_000) }, false],
    ['sells below the bid', { side: 'sell', terms: limit(9_990) }, true],
    ['waits for a trigger', { side: 'buy', terms: TERMS }, false],
  ])('that %s', (_, asked, isSo) => {
    const desk = aDesk();
    quoted(desk, 10_000);
    expect(isClosing(desk, planned(desk, { ...EXIT, ...asked }))).toBe(isSo);
  });

  it('by the terms that were sent, not those that were asked for', () => {
    const desk = aDesk();
    quoted(desk, 10_000);
    const asked = working(desk, EXIT);
    asked.sentTerms = { kind: 'limit', pricePaise: 9_000 };
    expect(isClosing(desk, asked)).toBe(false);
    const moved = working(desk, { ...EXIT, terms: limit(9_000) });
    moved.sentTerms = { kind: 'limit', pricePaise: 11_000 };
    expect(isClosing(desk, moved)).toBe(true);
  });

  it('not without a price to meet', () => {
    const desk = aDesk();
    expect(isClosing(desk, planned(desk, { ...EXIT, terms: limit(99_000) }))).toBe(false);
  });

  it('for as long as it may well fill', () => {
    const desk = aDesk();
    const exit = planned(desk, EXIT);
    const untilMs = at('09:20') + desk.limits.repriceMs;
    expect(closesUntilMs(desk, exit)).toBe(untilMs);
    desk.nowMs = untilMs - 1;
    expect(isClosing(desk, exit)).toBe(true);
    desk.nowMs = untilMs;
    expect(isClosing(desk, exit)).toBe(false);
  });

  it.each<[Intent['origin'], boolean]>([
    ['square-off', true],
    ['surplus', true],
    ['command', false],
    ['replacement', false],
  ])('by %s however long it takes, and away from the market: %s', (origin, isSo) => {
    const desk = aDesk();
    quoted(desk, 10_000);
    const exit = planned(desk, { ...EXIT, terms: limit(9_000) }, { origin });
    desk.nowMs += 3_600_000;
    expect(isClosing(desk, exit)).toBe(isSo);
  });

  it.each<[Role, boolean]>([
    ['exit', true],
    ['target', true],
    ['stop', false],
    ['entry', false],
  ])('as a %s: %s', (role, isSo) => {
    const desk = aDesk();
    expect(isClosing(desk, planned(desk, { ...EXIT, role }))).toBe(isSo);
    const own = planned(desk, { ...EXIT, role }, { origin: 'square-off' });
    expect(isClosing(desk, own)).toBe(isSo);
  });

  it('not while it is being cancelled', () => {
    const desk = aDesk();
    const exit = planned(desk, EXIT);
    exit.cancel = { sentAtMs: null, isUnderWay: false, tries: 0, isTooEarly: false };
    expect(isClosing(desk, exit)).toBe(false);
  });
});

it('counts the units of its leg and contract that are about to be closed', () => {
  const desk = aDesk();
  quoted(desk, 10_000);
  expect(closingUnits(desk, LEG)).toBe(0);
  const exit = { ...EXIT, terms: limit(11_000) };
  shownAs(working(desk, exit), { filledUnits: 25 });
  working(desk, { ...exit, quantityUnits: 150 });
  working(desk, { ...exit, contract: PE });
  working(desk, { ...exit, leg: 'pe' });
  working(desk, { ...EXIT, terms: limit(9_000) });
  expect(closingUnits(desk, LEG)).toBe(200);
});
