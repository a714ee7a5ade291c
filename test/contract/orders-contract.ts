import { expect, it } from 'vitest';

import {
  SAMPLE_DATE,
  sampleContract,
  sampleInstant,
  sampleOrder,
} from '../support/sample-world.ts';
import { type Order } from '../../src/model/orders/order.ts';
import { type ElementOutcome, type Orders, type PlaceElement } from '../../src/ports/orders.ts';
import { type Outcome } from '../../src/ports/outcome.ts';
import { type StartPlatform } from './platform-harness.ts';

const RESTING = sampleOrder({ tag: 'resting', terms: { kind: 'limit', pricePaise: 5_005 } });
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** What the Orders port promises on a platform that works. */
export function ordersContract(start: StartPlatform): void {
  it('places a batch and shows it with every field', async () => {
    await using platform = await start();
    const { orders } = platform.connect();
    const extraTags = { run: 'contract', leg: 'ce' };
    const outcomes = await place(orders, platform.simulator.brokerId, [
      { ...RESTING, extraTags },
      sampleOrder({ tag: 'other', side: 'sell', product: 'carry-forward' }),
    ]);
    expect([...outcomes.keys()]).toEqual(['resting', 'other']);
    const { symbol, instrumentId } = sampleContract('CE');
    expect(await orders.byId(idOf(outcomes, 'resting'))).toMatchObject({
      kind: 'accepted',
      value: {
        tag: 'resting',
        extraTags,
        createdAtMs: sampleInstant('09:20'),
        symbol,
        instrumentId,
        underlying: 'NIFTY',
        expiry: '2026-11-23',
        strikePaise: 2_600_000,
        optionType: 'CE',
        product: 'intraday',
        side: 'buy',
        quantityUnits: 65,
        lotSizeUnits: 65,
        terms: { kind: 'limit', pricePaise: 5_005 },
        brokerId: platform.simulator.brokerId,
        status: 'place-pending',
        statusWord: 'Place Pending',
        filledUnits: 0,
        filledValuePaise: 0,
      },
    });
  });

  it('shows fills as whole paise', async () => {
    await using platform = await start();
    const { orders } = platform.connect();
    const terms = { kind: 'limit', pricePaise: 12_000 } as const;
    await place(orders, platform.simulator.brokerId, [sampleOrder({ tag: 'fills', terms })]);
    platform.setTime(sampleInstant('09:25'));
    const [filled] = await byTag(orders, 'fills');
    expect(filled).toMatchObject({ status: 'completed', filledUnits: 65 });
    expect(filled?.filledValuePaise).toBe(
      platform.simulator.exchange.order(filled?.orderId ?? '')?.filledValuePaise,
    );
  });

  it('shows a rejection of the exchange with its reason', async () => {
    await using platform = await start();
    const { orders } = platform.connect();
    await place(orders, platform.simulator.brokerId, [
      sampleOrder({ tag: 'odd', quantityUnits: 64 }),
    ]);
    platform.setTime(sampleInstant('09:25'));
    expect(await byTag(orders, 'odd')).toMatchObject([
      { status: 'rejected', rejectionReason: expect.stringMatching(/lot/i) as string },
    ]);
  });

  it('modifies, also to another variant, and cancels', async () => {
    await using platform = await start();
    const { orders } = platform.connect();
    const orderId = idOf(await place(orders, platform.simulator.brokerId, [RESTING]), 'resting');
    platform.setTime(sampleInstant('09:21'));
    const terms = { kind: 'stop', triggerPricePaise: 20_000, limitPricePaise: 21_000 } as const;
    const modified = await orders.modify([{ orderId, terms }]);
    expect(accepted(modified).get(orderId)).toMatchObject({ kind: 'accepted', orderId });
    platform.setTime(sampleInstant('09:22'));
    expect(await orders.byId(orderId)).toMatchObject({ value: { terms } });
    const cancelled = await orders.cancel([orderId]);
    expect(accepted(cancelled).get(orderId)).toMatchObject({ kind: 'accepted' });
    platform.setTime(sampleInstant('09:23'));
    expect(await orders.byId(orderId)).toMatchObject({ value: { status: 'cancelled' } });
  });

  it('tells elements of one batch apart', async () => {
    await using platform = await start();
    const { orders } = platform.connect();
    const orderId = idOf(await place(orders, platform.simulator.brokerId, [RESTING]), 'resting');
    platform.setTime(sampleInstant('09:21'));
    const outcomes = accepted(await orders.cancel([NOBODY, orderId]));
    expect(outcomes.get(orderId)).toMatchObject({ kind: 'accepted' });
    expect(outcomes.get(NOBODY)).toMatchObject({
      kind: 'rejected',
      detail: expect.stringMatching(/./) as string,
    });
    const elsewhere = await place(orders, 'another_broker', [RESTING]);
    expect(elsewhere.get('resting')).toMatchObject({ kind: 'rejected' });
  });

  it('does not know what became of an order that it cannot find', async () => {
    await using platform = await start();
    expect(await platform.connect().orders.byId(NOBODY)).toMatchObject({
      kind: 'unknown',
      cause: { reason: 'unexpected-status', status: 404 },
    });
  });

  it('takes up to ten orders in a call', async () => {
    await using platform = await start();
    const { orders } = platform.connect();
    const ten = Array.from({ length: 10 }, (_, index) => ({
      ...RESTING,
      tag: `t${String(index)}`,
    }));
    const placed = await place(orders, platform.simulator.brokerId, ten);
    expect([...placed.values()].map(({ kind }) => kind)).toEqual(ten.map(() => 'accepted'));
    platform.setTime(sampleInstant('09:21'));
    const ids = ten.map(({ tag }) => idOf(placed, tag));
    const terms = { kind: 'limit', pricePaise: 6_000 } as const;
    const modified = accepted(await orders.modify(ids.map((orderId) => ({ orderId, terms }))));
    expect([...modified.keys()]).toEqual(ids);
    platform.setTime(sampleInstant('09:22'));
    expect([...accepted(await orders.cancel(ids)).keys()]).toEqual(ids);
  });

  it('keeps the objects of what has not changed from poll to poll', async () => {
    await using platform = await start();
    const { orders } = platform.connect();
    const other = { ...RESTING, tag: 'other' };
    await place(orders, platform.simulator.brokerId, [RESTING, other]);
    platform.setTime(sampleInstant('09:21'));
    const first = accepted(await orders.today());
    expect(first).toMatchObject({ isUnchanged: false, malformed: [] });
    expect(first.changed).toHaveLength(2);
    const second = accepted(await orders.today());
    expect(second).toMatchObject({ isUnchanged: true, changed: [] });
    expect(second.orders).toEqual(first.orders);
    const [kept, cancelled] = first.orders;
    await orders.cancel([cancelled?.orderId ?? '']);
    platform.setTime(sampleInstant('09:22'));
    const third = accepted(await orders.today());
    expect(third.changed).toMatchObject([{ orderId: cancelled?.orderId, status: 'cancelled' }]);
    expect(third.orders[0]).toBe(kept);
  });

  it('finds orders by tag, also within a time range', async () => {
    await using platform = await start();
    const withRange = { lookup: { sendRange: true, rangeFormat: 'iso-ist' } };
    const { orders, sent } = platform.connect({ profileOverrides: withRange });
    const odd = { ...RESTING, tag: 'a b+c&d=%/é'.replace('é', 'e') };
    await place(orders, platform.simulator.brokerId, [odd]);
    const startMs = sampleInstant('09:00');
    const endMs = sampleInstant('10:00');
    expect(accepted(await orders.byTag(odd.tag, { startMs, endMs }))).toHaveLength(1);
    expect(sent.at(-1)?.path).toContain(`start_ts=${SAMPLE_DATE}T09%3A00%3A00.000%2B05%3A30`);
    const early = { startMs: startMs - 60_000, endMs: startMs };
    expect(accepted(await orders.byTag(odd.tag, early))).toHaveLength(0);
  });
}

async function place(
  orders: Orders,
  brokerId: string,
  elements: readonly PlaceElement[],
): Promise<ReadonlyMap<string, ElementOutcome>> {
  return accepted(await orders.place({ brokerId, elements }));
}

async function byTag(orders: Orders, tag: string): Promise<readonly Order[]> {
  return accepted(await orders.byTag(tag));
}

function accepted<Value>(outcome: Outcome<Value>): Value {
  expect(outcome).toMatchObject({ kind: 'accepted' });
  return (outcome as Extract<typeof outcome, { kind: 'accepted' }>).value;
}

function idOf(outcomes: ReadonlyMap<string, ElementOutcome>, tag: string): string {
  const outcome = outcomes.get(tag);
  expect(outcome).toMatchObject({ kind: 'accepted', orderId: expect.any(String) as string });
  return outcome?.kind === 'accepted' ? (outcome.orderId ?? '') : '';
}
