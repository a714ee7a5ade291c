import { describe, expect, test } from 'vitest';

import { sampleOrder } from '../support/sample-world.ts';
import { type Outcome } from '../../src/ports/outcome.ts';
import { type FaultName } from '../../src/simulator/faults/fault-catalogue.ts';
import { createFaultPlan } from '../../src/simulator/faults/fault-plan.ts';
import { FaultyWorld } from './faulty-world.ts';

type Kind = 'accepted' | 'rejected' | 'unknown';

async function loggedIn(): Promise<FaultyWorld> {
  const world = new FaultyWorld();
  await world.settle(world.adapters.auth.login());
  return world;
}

function reasonOf(outcome: Outcome<unknown>): string {
  if (outcome.kind === 'accepted') return '';
  return outcome.kind === 'unknown' ? outcome.cause.reason : outcome.rejection.form;
}

/** What was read; a failure is one of the test. */
function read<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === 'accepted') return outcome.value;
  return expect.fail(`The answer was not read: ${reasonOf(outcome)}`);
}

function nameOf(fault: string): FaultName {
  return (fault.split(';')[0] ?? '') as FaultName;
}

/** Fault, what the adapter makes of it, the reason where it is unknown, and how many orders there are in the end. */
const PLACE: readonly (readonly [fault: string, Kind, reason: string, orders: number | null])[] = [
  ['F1', 'rejected', 'not-sent', 0],
  ['F1;variant=connect-timeout', 'rejected', 'not-sent', 0],
  ['F2', 'unknown', 'connection-lost', 0],
  ['F2;variant=silence', 'unknown', 'timeout', 0],
  ['F3', 'unknown', 'connection-lost', 1],
  ['F4', 'unknown', 'timeout', 1],
  ['F5;afterMs=40000', 'unknown', 'timeout', 1],
  ['F5;afterMs=1', 'unknown', 'timeout', 1],
  ['F6;variant=500-before', 'unknown', 'unexpected-status', 0],
  ['F6;variant=502-before', 'unknown', 'unexpected-status', 0],
  ['F6;variant=504-before', 'unknown', 'unexpected-status', 0],
  ['F6;variant=500-after', 'unknown', 'unexpected-status', 1],
  ['F6;variant=502-after', 'unknown', 'unexpected-status', 1],
  ['F6;variant=504-after', 'unknown', 'unexpected-status', 1],
  ['F7;variant=message', 'unknown', 'unexpected-status', 0],
  ['F7;variant=bare-before', 'unknown', 'unexpected-status', 0],
  ['F7;variant=bare-after', 'unknown', 'unexpected-status', 1],
  ['F8', 'unknown', 'unexpected-status', 0],
  ['F8;variant=retry-after', 'unknown', 'unexpected-status', 0],
  ['F9', 'unknown', 'timeout', 1],
  ['F10;variant=length', 'unknown', 'body-truncated', 1],
  ['F10;variant=chunked', 'unknown', 'body-truncated', 1],
  ['F10;variant=close', 'unknown', 'body-malformed', 1],
  ['F11;variant=html', 'unknown', 'body-malformed', 1],
  ['F11;variant=empty', 'unknown', 'body-malformed', 1],
  ['F11;variant=bom', 'unknown', 'body-malformed', 1],
  ['F11;variant=cut', 'unknown', 'body-malformed', 1],
  ['F11;variant=trailing-comma', 'unknown', 'body-malformed', 1],
  ['F12', 'unknown', 'body-too-large', 1],
  ['F14;variant=301-before', 'unknown', 'redirected', 0],
  ['F14;variant=307-after', 'unknown', 'redirected', 1],
  ['F15', 'unknown', 'connection-lost', 0],
  ['F18', 'rejected', 'not-sent', 0],
  ['F30', 'rejected', 'message', 0],
];

describe('an order placed under a fault of the network', () => {
  test.each(PLACE.map(([fault, ...wanted]) => ({ fault, wanted })))(
    '$fault is $wanted',
    async ({ fault, wanted: [kind, reason, orders] }) => {
      const world = await loggedIn();
      world.next('POST /place', fault);
      const outcome = await world.place();
      expect([outcome.kind, reasonOf(outcome)]).toEqual([kind, reason]);
      world.pass(60_000);
      expect(orders ?? world.truth()).toBe(world.truth());
      expect(world.felt(nameOf(fault))).toBe(1);
      expect(world.transport.held).toBe(0);
      expect(world.transport.afloat).toBe(0);
    },
  );

  test('F5: it is taken after the client gave up', async () => {
    const world = await loggedIn();
    world.next('POST /place', 'F5;afterMs=1');
    await world.place();
    expect(world.truth()).toBe(0);
    world.pass(2);
    expect(world.truth()).toBe(1);
  });

  test('each fault befalls one request and leaves the next alone', async () => {
    const world = await loggedIn();
    for (const [index, [fault]] of PLACE.entries()) {
      world.next('POST /place', fault);
      await world.place({ tag: `faulty-${String(index)}` });
      world.pass(60_000);
      const clean = await world.place({ tag: `clean-${String(index)}` });
      expect([fault, clean.kind]).toEqual([fault, 'accepted']);
    }
  });
});

/** What the adapter makes of the one element of the answer. */
const ELEMENT: readonly (readonly [fault: string, Kind])[] = [
  ['F13;variant=wrong-type', 'unknown'],
  ['F13;variant=extra-field', 'accepted'],
  ['F13;variant=null-id', 'accepted'],
  ['F13;variant=malformed-record', 'unknown'],
  ['F16;variant=doubled', 'unknown'],
  ['F16;variant=wrong-name', 'unknown'],
];

describe('an element of an answer with a fault', () => {
  test.each(ELEMENT)('%s is %s, and the order is there', async (fault, kind) => {
    const world = await loggedIn();
    world.next('POST /place', fault);
    const outcome = await world.place();
    expect(read(outcome).get('entry-1')?.kind).toBe(kind);
    expect(world.truth()).toBe(1);
    expect(world.felt(nameOf(fault))).toBe(1);
  });

  test('reordered elements are found by their tag', async () => {
    const world = await loggedIn();
    world.next('POST /place', 'F16;variant=reordered');
    const elements = ['a', 'b', 'c'].map((tag) => sampleOrder({ tag }));
    const { brokerId } = world.sample.simulator;
    const outcome = await world.settle(world.adapters.orders.place({ brokerId, elements }));
    for (const tag of ['a', 'b', 'c']) {
      const placed = read(outcome).get(tag);
      const id = placed?.kind === 'accepted' ? (placed.orderId ?? '') : '';
      expect(world.sample.simulator.exchange.order(id)?.tag).toBe(tag);
    }
  });

  test('F17: what is not taken is rejected, what is taken is accepted', async () => {
    const world = await loggedIn();
    const tags = ['a', 'b', 'c', 'd', 'e', 'f'];
    world.next('POST /place', 'F17');
    const { brokerId } = world.sample.simulator;
    const elements = tags.map((tag) => sampleOrder({ tag }));
    const outcome = await world.settle(world.adapters.orders.place({ brokerId, elements }));
    const kinds = tags.map((tag) => read(outcome).get(tag)?.kind);
    expect(kinds).toContain('rejected');
    expect(kinds).toEqual(tags.map((tag) => (world.truth(tag) === 1 ? 'accepted' : 'rejected')));
    expect(world.felt('F17')).toBe(1);
  });
});

describe('a poll with a fault', () => {
  async function withOrders(): Promise<FaultyWorld> {
    const world = await loggedIn();
    await world.place({ tag: 'old', terms: { kind: 'limit', pricePaise: 10_100 } });
    world.pass(20_000);
    await world.place({ tag: 'new', terms: { kind: 'limit', pricePaise: 9_000 } });
    world.pass(5_000);
    return world;
  }
  const poll = async (world: FaultyWorld, fault: string) => {
    world.next('GET /today-orders', fault);
    const outcome = await world.settle(world.adapters.orders.today());
    expect(world.felt(nameOf(fault))).toBe(1);
    return outcome;
  };
  const seen = async (world: FaultyWorld, fault: string) => {
    return read(await poll(world, fault));
  };

  test.each(['F3', 'F4', 'F9', 'F10', 'F11', 'F12', 'F6;variant=502-after', 'F8', 'F14'])(
    '%s tells nothing',
    async (fault) => {
      expect((await poll(await withOrders(), fault)).kind).toBe('unknown');
    },
  );

  test('F19: a record twice is one order, and is reported', async () => {
    const { orders, malformed } = await seen(await withOrders(), 'F19');
    expect(orders.map(({ tag }) => tag)).toEqual(['old', 'new']);
    expect(malformed).toHaveLength(1);
  });

  test('F20: records come in another order, or later than the answer to the next poll', async () => {
    const world = await withOrders();
    const { orders } = await seen(world, 'F20;variant=records');
    expect(orders.map(({ tag }) => tag)).toEqual(['new', 'old']);
    world.next('GET /today-orders', 'F20;variant=overtaken;afterMs=4000');
    const order: string[] = [];
    const first = world.adapters.orders.today().then(() => order.push('first'));
    const second = world.adapters.orders.today().then(() => order.push('second'));
    await world.settle(Promise.all([first, second]));
    expect(order).toEqual(['second', 'first']);
  });

  test('F21: an earlier answer', async () => {
    const { orders } = await seen(await withOrders(), 'F21;afterMs=15000');
    expect(orders.map(({ tag }) => tag)).toEqual(['old']);
  });

  test('F22: an order is missing, and is there again', async () => {
    const world = await withOrders();
    expect((await seen(world, 'F22')).orders).toHaveLength(1);
    const next = await world.settle(world.adapters.orders.today());
    expect(next.kind === 'accepted' && next.value.orders).toHaveLength(2);
  });

  test('F23: a young order is not seen', async () => {
    const { orders } = await seen(await withOrders(), 'F23;afterMs=9000');
    expect(orders.map(({ tag }) => tag)).toEqual(['old']);
  });

  test('F24: an order as it was', async () => {
    const world = await withOrders();
    const truth = world.sample.simulator.exchange.orders().map(({ status }) => status);
    const { orders } = await seen(world, 'F24');
    const statuses = orders.map(({ status }) => status);
    expect(statuses).not.toEqual(truth);
    expect(
      statuses.every(
        (status, index) =>
          status === truth[index] || status === 'place-pending' || status === 'open',
      ),
    ).toBe(true);
  });

  test('F25: a fill without its status', async () => {
    const { orders } = await seen(await withOrders(), 'F25');
    const [old] = orders;
    expect(old).toMatchObject({ tag: 'old', filledUnits: 65 });
    expect(old?.status).not.toBe('completed');
  });

  test('F28: other forms are read, or the record is reported', async () => {
    const world = await withOrders();
    const truth = world.sample.simulator.exchange.orders().map(({ createdAtMs }) => createdAtMs);
    const readable = await seen(world, 'F28;variant=readable');
    expect(readable.malformed).toEqual([]);
    expect(readable.orders.map(({ createdAtMs }) => createdAtMs)).toEqual(truth);
    world.next('GET /today-orders', 'F28;variant=unreadable');
    const unreadable = await world.settle(world.adapters.orders.today());
    expect(unreadable.kind === 'accepted' && unreadable.value.malformed).toHaveLength(1);
  });

  test.each(['wrong-type', 'missing-field', 'null-id', 'nan-text', 'malformed-record'])(
    'F13 %s: the record is reported, the other one is read',
    async (variant) => {
      const { orders, malformed } = await seen(await withOrders(), `F13;variant=${variant}`);
      expect(malformed).toHaveLength(1);
      expect(orders).toHaveLength(1);
    },
  );

  test('F13: an unknown word is kept, an unknown field ignored', async () => {
    const world = await withOrders();
    await seen(world, 'F13;variant=unknown-word');
    world.next('GET /today-orders', 'F13;variant=extra-field');
    const extra = await world.settle(world.adapters.orders.today());
    expect(extra.kind === 'accepted' && extra.value.malformed).toEqual([]);
  });

  test('no fault of a poll changes the truth', async () => {
    const world = await withOrders();
    const truth = world.sample.simulator.exchange.orders();
    for (const fault of ['F19', 'F20', 'F21', 'F22', 'F23', 'F24', 'F25', 'F28', 'F13', 'F11']) {
      await poll(world, fault);
    }
    expect(world.sample.simulator.exchange.orders()).toEqual(truth);
  });
});

test('F7 on a position start is certain with the documented message only', async () => {
  const world = new FaultyWorld();
  const start = () =>
    world.settle(
      world.adapters.livePositions.start({
        alertName: 'a',
        exitAtMs: null,
        ticker: 'NIFTY',
        legs: [{ PositionConfig: {} }],
      }),
    );
  world.next('POST /api/webhook', 'F7;variant=message');
  expect((await start()).kind).toBe('rejected');
  world.next('POST /api/webhook', 'F7;variant=bare-before');
  expect((await start()).kind).toBe('unknown');
  expect(world.sample.simulator.positions.positions()).toHaveLength(0);
  world.next('POST /api/webhook', 'F7;variant=bare-after');
  expect((await start()).kind).toBe('unknown');
  expect(world.sample.simulator.positions.positions()).toHaveLength(1);
});

test('a fault that cannot be read is answered by 400', async () => {
  const world = await loggedIn();
  world.next('GET /today-orders', 'F99');
  const outcome = await world.settle(world.adapters.orders.today());
  expect(outcome).toMatchObject({ kind: 'unknown', cause: { status: 400 } });
});

test('F23: an order is seen after its lag, at the instant that is foretold', async () => {
  const world = new FaultyWorld(
    createFaultPlan({ seed: 'lag', rates: { F23: 1 }, latencyMs: [0, 0] }),
  );
  await world.settle(world.adapters.auth.login());
  await world.place();
  const count = async () => read(await world.settle(world.adapters.orders.today())).orders.length;
  const atMs = world.transport.nextRevealMs('today-orders', world.sample.nowMs) ?? NaN;
  world.pass(atMs - 1 - world.sample.nowMs);
  expect(await count()).toBe(0);
  world.pass(1);
  expect(await count()).toBe(1);
  expect(world.transport.nextRevealMs('today-orders', world.sample.nowMs)).toBeNull();
  expect(world.felt('F23')).toBe(1);
});
