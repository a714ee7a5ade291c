import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  aRun,
  CE,
  each,
  EngineRig,
  filled,
  inputsOf,
  noticesOf,
  PE,
  RigProblem,
  RUN,
} from '../../../test/support/engine-rig.ts';
import { type CarriedPosition } from '../../model/orders/carried-over.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { type Order, type Side } from '../../model/orders/order.ts';
import { type RunBroker } from '../../model/runs/run-broker.ts';
import { type PlaceElement } from '../../ports/orders.ts';

const SECOND: RunBroker = { name: 'hedge-fund', brokerId: 'second' };
const THIRD: RunBroker = { name: 'third', brokerId: 'third' };
const EXIT = aLeg({ role: 'exit', side: 'sell', quantityUnits: 150 });

const carriedAt = (broker?: RunBroker): CarriedPosition => ({
  leg: 'ce',
  contract: CE,
  netUnits: 150,
  openValuePaise: 1_500_000,
  lastPaise: 9_000,
  overnight: { since: '2026-11-18', doubt: null, ...(broker === undefined ? {} : { broker }) },
});

/**
 * Has a run place one order, and the platform take it.
 *
 * @throws {RigProblem} when the engine placed nothing
 */
function placed(rig: EngineRig, order: LegOrder, runId = RUN): PlaceElement {
  rig.sent('place');
  const command = { kind: 'place', orders: [order] } as const;
  rig.step({ kind: 'commands-emitted', runId, commands: [command] });
  const [sent] = rig.sent('place');
  const [element] = sent?.request.elements ?? [];
  if (sent === undefined || element === undefined) throw new RigProblem('nothing was placed');
  rig.answer(sent, each([element.tag]));
  return element;
}

/** A run that starts under a configuration with what it carried, and where its exit then goes. */
function exitOf(broker: RunBroker | undefined, carried: readonly CarriedPosition[]) {
  const rig = new EngineRig();
  const asked = broker === undefined ? {} : { broker };
  rig.step({ kind: 'run-started', run: aRun(), carried, ...asked });
  rig.nowMs += 1_000;
  rig.fresh();
  rig.place(EXIT);
  const told = noticesOf(rig.effects, 'warning').filter((text) => text.startsWith('It keeps'));
  return { brokerId: rig.sent('place')[0]?.request.brokerId, told };
}

describe('the broker of a run', () => {
  it('gets its entries and its exits', () => {
    const rig = new EngineRig();
    rig.step({ kind: 'run-started', run: aRun(), broker: SECOND });
    rig.fresh();
    rig.place(aLeg({ side: 'buy' }));
    const [entry] = rig.sent('place');
    expect(entry?.request.brokerId).toBe('second');
    if (entry === undefined) return;
    rig.answer(entry, each(entry.request.elements.map(({ tag }) => tag)));
    const [element] = entry.request.elements;
    if (element === undefined) return;
    rig.show(filled(aRecord(element, { brokerId: 'second' }), 10_000));
    rig.place(aLeg({ role: 'exit', side: 'sell' }));
    expect(rig.sent('place').map(({ request }) => request.brokerId)).toEqual(['second']);
    expect(rig.engine.view().runs).toMatchObject([{ broker: SECOND }]);
    expect(rig.engine.positionsToCarry()).toMatchObject([{ broker: SECOND }]);
  });

  it.each([
    ['the one that it asks for', SECOND, carriedAt(SECOND)],
    ['the account’s own, in an older journal', undefined, carriedAt()],
    ['the account’s own', undefined, carriedAt({ name: '', brokerId: 'broker' })],
  ])('is %s where that holds what it carried', (_, broker, carried) => {
    const { brokerId, told } = exitOf(broker, [carried]);
    expect(brokerId).toBe(broker?.brokerId ?? 'broker');
    expect(told).toEqual([]);
  });

  const OWN = 'the account’s own broker';
  it.each([
    { asked: SECOND, holder: THIRD, kept: 'broker "third"', named: 'broker "hedge-fund"' },
    { asked: undefined, holder: SECOND, kept: 'broker "hedge-fund"', named: OWN },
    { asked: SECOND, holder: undefined, kept: OWN, named: 'broker "hedge-fund"' },
    {
      asked: undefined,
      holder: { name: '', brokerId: 'earlier' },
      kept: 'broker "earlier"',
      named: OWN,
    },
  ])('stays where it carried positions: $kept', ({ asked, holder, kept, named }) => {
    const { brokerId, told } = exitOf(asked, [carriedAt(holder)]);
    expect(brokerId).toBe(holder?.brokerId ?? 'broker');
    expect(told).toEqual([
      `It keeps ${kept}, which holds what it carried overnight: ${named} counts from the first day that it begins with nothing open`,
    ]);
  });

  it('has no name of its own where that is the account’s own by now', () => {
    const rig = new EngineRig();
    const carried = [carriedAt({ name: 'hedge-fund', brokerId: 'broker' })];
    rig.step({ kind: 'run-started', run: aRun(), broker: SECOND, carried });
    expect(rig.engine.view().runs[0]?.broker).toEqual({ name: '', brokerId: 'broker' });
  });

  it('is that of an order that the operator says was closed before the day', () => {
    const rig = new EngineRig();
    rig.step({ kind: 'run-started', run: aRun(), broker: SECOND, carried: [carriedAt(SECOND)] });
    const request = { action: 'resolve', tag: `${RUN}/ce`, as: 'closed', reason: 'seen' } as const;
    rig.step({ kind: 'operator-asked', request });
    const orders = inputsOf(rig.effects).flatMap((input) =>
      input.kind === 'orders-observed' ? input.events.map(({ order }) => order.brokerId) : [],
    );
    expect(orders).toEqual(['second']);
  });

  it('tells apart what orders of no intent hold of one contract', () => {
    const rig = new EngineRig();
    rig.step({ kind: 'run-started', run: aRun() });
    rig.fresh();
    const element = { ...placed(rig, aLeg()), tag: 'spaaaaaaaaaaaaaaaa' };
    const stray = (side: Side, brokerId: string): Order =>
      filled(aRecord({ ...element, side }, { orderId: brokerId, brokerId }), 10_000);
    rig.show(stray('buy', 'broker'), stray('sell', 'second'));
    expect(rig.engine.view().orphans.map(({ netUnits }) => netUnits)).toEqual([75, -75]);
  });

  it('is never two', () => {
    const two = [carriedAt(SECOND), { ...carriedAt(THIRD), leg: 'pe' }];
    expect(() => exitOf(SECOND, two)).toThrow('A run carries positions of two brokers');
  });
});

/** Its broker, where the run's orders went and how records show that, and the units that the leg has left. */
type Closing = [string, { at?: RunBroker; shownAs: string }, number];

describe('a close by hand', () => {
  /** An order of 150 units without a tag. */
  function byHand(side: Side, brokerId: string): Order {
    const element: PlaceElement = {
      ...{ tag: '', extraTags: {}, instrumentId: CE.instrumentId, symbol: CE.symbol, side },
      quantityUnits: 150,
      product: 'carry-forward',
      terms: { kind: 'market', referencePricePaise: 0 },
    };
    return aRecord(element, { orderId: `${side} at ${brokerId}`, brokerId });
  }

  /** Units that a run at the second broker has left after 150 units are sold by hand at a broker. */
  function leftAfter(brokerId: string): number | undefined {
    const rig = new EngineRig();
    rig.step({ kind: 'run-started', run: aRun(), broker: SECOND, carried: [carriedAt(SECOND)] });
    rig.nowMs += 1_000;
    rig.fresh();
    rig.show(filled(byHand('sell', brokerId), 10_000));
    return rig.engine.view().positions[0]?.netUnits;
  }

  it('closes a leg whatever others hold of the contract at another broker', () => {
    const rig = new EngineRig();
    rig.step({ kind: 'run-started', run: aRun(), broker: SECOND, carried: [carriedAt(SECOND)] });
    rig.nowMs += 1_000;
    rig.fresh();
    rig.show(filled(byHand('buy', 'broker'), 10_000));
    rig.show(filled(byHand('sell', 'second'), 10_000));
    expect(rig.engine.view().positions[0]?.netUnits).toBe(0);
  });

  it.each([
    ['at the broker of the run closes its leg', 'second', 0],
    ['at another broker of the account closes nothing of it', 'broker', 150],
    ['at a broker that no run has may be one of them, and closes it', 'unheard', 0],
  ])('%s', (_, brokerId, units) => {
    expect(leftAfter(brokerId)).toBe(units);
  });

  /** Units that a leg, short 75 since today, has left after 75 units are bought by hand at a broker. */
  function shortAfter(brokerId: string, { at, shownAs }: Closing[1]) {
    const rig = new EngineRig();
    const asked = at === undefined ? {} : { broker: at };
    rig.step({ kind: 'run-started', run: aRun(), ...asked });
    rig.fresh();
    rig.show(filled(aRecord(placed(rig, aLeg()), { orderId: 'entry', brokerId: shownAs }), 10_000));
    rig.show(filled({ ...byHand('buy', brokerId), quantityUnits: 75 }, 9_000));
    return rig.engine.view().positions[0]?.netUnits;
  }

  it.each<[string, ...Closing]>([
    ['of the account that no run of today uses', 'hedge-fund-id', { shownAs: 'broker' }, -75],
    ['that no one knows', 'unheard', { shownAs: 'broker' }, -75],
    ['that no one knows, of a run elsewhere', 'unheard', { at: SECOND, shownAs: 'second' }, -75],
    ['as its own records show that', 'form', { shownAs: 'form' }, 0],
    ['as its own records show that, elsewhere', 'form', { at: SECOND, shownAs: 'form' }, 0],
    ['by the identifier that its orders were sent with', 'broker', { shownAs: 'form' }, 0],
  ])('at a broker %s', (_, ...[brokerId, leg, units]: Closing) => {
    expect(shortAfter(brokerId, leg)).toBe(units);
  });

  /** Units left of a carried leg at the second broker after a close by hand, where another run has sent an order today. */
  function carriedLeftAfter(brokerId: string, { at, shownAs }: Closing[1]) {
    const rig = new EngineRig();
    const other = aRun({ runId: 'other', strategy: 'other' });
    rig.step({ kind: 'run-started', run: other, ...(at === undefined ? {} : { broker: at }) });
    rig.step({ kind: 'run-started', run: aRun(), broker: SECOND, carried: [carriedAt(SECOND)] });
    rig.nowMs += 1_000;
    rig.fresh();
    const element = placed(rig, aLeg({ contract: PE }), 'other');
    rig.show(aRecord(element, { orderId: 'of another run', brokerId: shownAs }));
    rig.show(filled(byHand('sell', brokerId), 10_000));
    return rig.engine.view().positions.find(({ runId }) => runId !== 'other')?.netUnits;
  }

  it.each<[string, ...Closing]>([
    ['closes it at the form of its broker', 'form', { at: SECOND, shownAs: 'form' }, 0],
    ['leaves it at any other one', 'unheard', { at: SECOND, shownAs: 'form' }, 150],
    ['leaves it at the form of another broker', 'form', { shownAs: 'form' }, 150],
    ['may close it at an unknown one', 'unheard', { shownAs: 'form' }, 0],
  ])(
    'of a carried leg %s, as the records of another run show that',
    (_, ...[brokerId, run, units]: Closing) => {
      expect(carriedLeftAfter(brokerId, run)).toBe(units);
    },
  );
});
