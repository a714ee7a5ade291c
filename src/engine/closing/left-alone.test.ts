import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aQuote,
  aRun,
  CE,
  each,
  EngineRig,
  filled,
  inputsOf,
  moved,
  noticesOf,
  PE,
  refusalsOf,
  RigProblem,
  RUN,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { placed, STOP } from '../../../test/support/stop-rig.ts';
import { type Command } from '../../model/orders/command.ts';

const LIMIT = { kind: 'limit', pricePaise: 11_000 } as const;
const START: Command = {
  kind: 'startPosition',
  position: 'morning',
  alertName: 'morning',
  exitTime: null,
  ticker: 'NIFTY',
  legs: [{}],
};

function halt(rig: EngineRig): void {
  const request = { action: 'halt', state: 'reducing', reason: 'news' } as const;
  rig.step({ kind: 'operator-asked', request });
}

describe('before the close', () => {
  it('a leg that is flat, with nothing at work, is no matter of a square-off', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.show(filled(rig.work(aLeg({ role: 'exit', side: 'buy' })), 9_000));
    rig.to('15:35');
    rig.pass(1_000);
    expect(noticesOf(rig.effects)).toEqual([]);
    expect(rig.engine.view().squareOffs).toEqual([]);
  });

  it('an entry that rests is cancelled, and a leg in one contract is closed beside one that is flat', () => {
    const rig = startedRig();
    const entry = rig.work(aLeg({ terms: LIMIT }));
    rig.to('15:35');
    expect(rig.sent('cancel')).toMatchObject([{ orderIds: [entry.orderId] }]);
    const other = startedRig();
    other.hold(aLeg());
    other.hold(aLeg({ contract: PE }));
    other.show(filled(other.work(aLeg({ role: 'exit', side: 'buy' })), 9_000));
    other.sent('place');
    other.to('15:35');
    expect(placed(other)).toMatchObject([{ symbol: PE.symbol, side: 'buy' }]);
  });
});

it('a basket of which one order works is watched though nothing is held', () => {
  const rig = startedRig();
  rig.fresh();
  const basket = { withinMs: 5_000, otherwise: 'hold' } as const;
  const orders = [aLeg({ terms: LIMIT }), aLeg({ leg: 'pe', contract: PE, terms: LIMIT })];
  rig.command({ kind: 'place', orders, basket });
  const [attempt] = rig.sent('place');
  const [first, second] = attempt?.request.elements ?? [];
  if (attempt === undefined || first === undefined || second === undefined) {
    throw new RigProblem('two were not placed');
  }
  rig.answer(attempt, each([first.tag, second.tag]));
  const blank = startedRig().work(aLeg());
  const [works, rejected] = [first, second].map((element) => ({
    ...blank,
    ...element,
    orderId: element.tag,
  }));
  if (works === undefined || rejected === undefined) throw new RigProblem('two were not placed');
  rig.show(works, moved(rejected, { status: 'rejected' }));
  rig.pass(5_000);
  expect(rig.engine.view().baskets).toMatchObject([{ state: 'held' }]);
  rig.show(moved(works, { status: 'cancelled' }));
  rig.pass(1_000);
  expect(rig.engine.view().baskets).toEqual([]);
});

it('a wish for new terms that a halt takes away is refused once', () => {
  const rig = startedRig();
  const entry = rig.work(aLeg({ terms: LIMIT }));
  rig.show(moved(entry, { status: 'modify-pending' }));
  const terms = { kind: 'limit', pricePaise: 10_900 } as const;
  rig.command({ kind: 'modify', leg: 'ce', role: 'entry', terms });
  halt(rig);
  for (let second = 0; second < 3; second += 1) rig.pass(1_000);
  const refused = refusalsOf(rig.effects).filter((text) => text.startsWith('Not modified: '));
  expect(refused).toEqual(['Not modified: the account is reducing: news']);
  rig.show(moved(moved(entry, {}), { status: 'open' }));
  expect(rig.sent('modify')).toEqual([]);
});

it.each([
  [1, 75],
  [76, 150],
  [0, 150],
  [-75, 150],
  [Number.NaN, 150],
])('a stop that is asked for %f units of 150 stands for %i', (quantityUnits, units) => {
  const rig = startedRig();
  rig.hold(aLeg({ quantityUnits: 150 }));
  rig.place({ ...STOP, quantityUnits });
  expect(placed(rig)).toMatchObject([{ quantityUnits: units, terms: { kind: 'stop' } }]);
});

it('a held run with a paused leg is over when it is flattened', () => {
  const rig = new EngineRig();
  rig.step({ kind: 'run-started', run: aRun(), policies: { foreignOrders: 'pause-leg' } });
  const entry = rig.hold(aLeg({ quantityUnits: 150 }));
  const blank = { status: 'open', filledUnits: 0, filledValuePaise: 0 } as const;
  const byHand = { ...entry, ...blank, orderId: 'by-hand', tag: '', side: 'buy' } as const;
  rig.show(filled({ ...byHand, quantityUnits: 75 }, 9_000));
  rig.step({ kind: 'run-held', runId: RUN, detail: 'differs' });
  const request = { action: 'release', runId: RUN, how: 'flatten', reason: 'seen' } as const;
  rig.step({ kind: 'operator-asked', request });
  expect(rig.engine.view().runs).toMatchObject([{ state: 'failed' }]);
  expect(rig.engine.view().pausedLegs).toEqual([]);
  expect(placed(rig)).toMatchObject([{ side: 'buy', quantityUnits: 75 }]);
});

it('a stall names custom positions that may be open, and none that is closed', () => {
  const rig = startedRig({ mode: 'live' });
  rig.command(START, { ...START, position: 'noon' });
  const [one, two] = rig.attempts();
  if (one === undefined || two === undefined) throw new RigProblem('nothing was sent');
  rig.answer(one, { kind: 'rejected', rejection: { form: 'not-sent', reason: 'r' } });
  rig.answer(two, TIMEOUT);
  const fromMs = rig.nowMs;
  rig.nowMs += 60_000;
  const [told] = noticesOf(rig.step({ kind: 'stalled', fromMs }), 'critical');
  expect(told).toContain('could leave for: custom position "noon". The orders');
});

it.each([
  [15_000, 0],
  [15_001, 1],
])(
  'a list that is short is told once good ones are older than entries may rest on: %i ms',
  (ms, count) => {
    const rig = startedRig();
    rig.work(aLeg());
    rig.pass(ms);
    rig.orders();
    const told = noticesOf(rig.effects, 'critical').filter((text) =>
      text.includes('list of orders'),
    );
    expect(told).toHaveLength(count);
  },
);

it('a leg without a usable quote is told once in a poll, not as a warning too', () => {
  const rig = startedRig();
  rig.hold(aLeg());
  const refused = [{ symbol: CE.symbol, kind: 'crossed', problem: 'crossed' }] as const;
  const told: string[][] = [];
  for (let second = 0; second < 8; second += 1) {
    rig.pass(1_000);
    const { nowMs: startedAtMs } = rig;
    const outcome = {
      kind: 'accepted',
      value: [aQuote(PE)].map((quote) => ({ ...quote, atMs: 0 })),
      refused,
    } as const;
    const effects = rig.step({ kind: 'poll-ended', startedAtMs, subject: 'quotes', outcome });
    told.push([...noticesOf(effects)]);
  }
  const critical = told.filter((texts) => texts.some((text) => text.startsWith('No usable quote')));
  expect(critical).toHaveLength(1);
  expect(critical[0]).toHaveLength(1);
  expect(critical[0]?.[0]).toContain(
    `No usable quote of ${CE.symbol} for 6 s, and leg "ce" is open in it: `,
  );
  expect(inputsOf(rig.effects).length).toBeGreaterThan(0);
});
