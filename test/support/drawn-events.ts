import fc from 'fast-check';

import { type Json } from '../../src/base/json.ts';
import { type EngineEvent } from '../../src/engine/event.ts';
import { type Quote } from '../../src/model/market/quote.ts';
import { type Order } from '../../src/model/orders/order.ts';

/** An order as a poll shows it. */
export function knownOrder(orderId: string, filledUnits = 0): Order {
  return {
    orderId,
    createdAtMs: 1,
    updatedAtMs: 2 + filledUnits,
    tag: `tag-${orderId}`,
    extraTags: {},
    instrumentId: '7',
    symbol: 'NIFTY26NOV24500CE',
    underlying: 'NIFTY',
    expiry: '2026-11-24',
    strikePaise: 2_450_000,
    optionType: 'CE',
    product: 'intraday',
    side: 'sell',
    quantityUnits: 75,
    lotSizeUnits: 75,
    terms: { kind: 'limit', pricePaise: 10_000 },
    brokerId: 'b',
    brokerOrderId: '',
    status: 'open',
    statusWord: 'OPEN',
    rejectionCode: '',
    rejectionReason: '',
    filledUnits,
    filledValuePaise: 10_000 * filledUnits,
  };
}

const times = fc.integer({ min: 0, max: 4_102_444_800_000 });
const paise = fc.integer({ min: 0, max: 10_000_000 });
const words = fc.constantFrom('NIFTY', 'BANKNIFTY', 'SENSEX');
const problems = fc.array(fc.record({ index: fc.nat(20), problem: fc.string() }), { maxLength: 2 });
/** JSON has no minus zero, and no source value or price is one. */
const jsonValues = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json);

const failures = fc.oneof(
  fc.record({
    kind: fc.constant('unknown' as const),
    cause: fc.record({
      reason: fc.constantFrom('timeout' as const, 'connection-lost' as const),
      status: fc.option(fc.constant(502)),
      detail: fc.string(),
    }),
  }),
  fc.record({
    kind: fc.constant('rejected' as const),
    rejection: fc.record({ form: fc.constant('not-sent' as const), reason: fc.string() }),
  }),
);

const quotes: fc.Arbitrary<Quote> = fc.record({
  symbol: words,
  bidPaise: fc.option(paise),
  askPaise: fc.option(paise),
  lastPaise: paise,
  atMs: times,
});

const orders = fc
  .tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.nat(2))
  .map(([id, filled]) => knownOrder(id, filled));

const orderPolls = fc
  .record({
    orders: fc.array(orders, { maxLength: 6 }),
    picked: fc.array(fc.nat(5), { maxLength: 3 }),
    malformed: problems,
    isUnchanged: fc.boolean(),
    isExact: fc.boolean(),
  })
  .map(({ picked, isExact, ...poll }) => ({
    ...poll,
    changed: isExact ? poll.orders : picked.map((at) => poll.orders[at] ?? knownOrder('other')),
  }));

const contractPolls = fc.record({
  contracts: fc.array(
    fc.record({
      instrumentId: fc.constantFrom('1', '2'),
      symbol: words,
      exchange: fc.constant('NFO'),
      kind: fc.constant('option' as const),
      underlying: words,
      expiry: fc.constant('2026-11-24'),
      strikePaise: fc.option(paise),
      optionType: fc.constantFrom('CE' as const, 'PE' as const, null),
      lotSizeUnits: fc.constant(75),
      tickSizePaise: fc.constant(5),
      freezeUnits: fc.option(fc.constant(1800)),
    }),
    { maxLength: 2 },
  ),
  malformed: problems,
});

function outcomes<Value>(values: fc.Arbitrary<Value>) {
  return fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('accepted' as const), value: values }) },
    { weight: 1, arbitrary: failures },
  );
}

const elements = fc.oneof(
  fc.record({
    kind: fc.constant('accepted' as const),
    orderId: fc.option(fc.string()),
    detail: fc.string(),
  }),
  fc.record({
    kind: fc.constantFrom('rejected' as const, 'unknown' as const),
    detail: fc.string(),
  }),
);
const batches = fc.array(fc.tuple(fc.string(), elements)).map((pairs) => new Map(pairs));

const polls = fc
  .tuple(
    fc.record(
      { startedAtMs: times, holdsUntilMs: fc.oneof(times, fc.constant(Infinity)) },
      { requiredKeys: ['startedAtMs'] },
    ),
    fc.oneof(
      fc.record({ subject: fc.constant('orders' as const), outcome: outcomes(orderPolls) }),
      fc.record({
        subject: fc.constant('orders-of-tag' as const),
        tag: fc.string(),
        outcome: outcomes(fc.array(orders)),
      }),
      fc.record({
        subject: fc.constant('contracts' as const),
        underlying: words,
        outcome: outcomes(contractPolls),
      }),
      fc.record({ subject: fc.constant('quotes' as const), outcome: outcomes(fc.array(quotes)) }),
    ),
  )
  .map(([when, result]) => ({ kind: 'poll-ended' as const, ...when, ...result }));

const attemptResults = fc.oneof(
  fc.record({
    kind: fc.constantFrom('place' as const, 'modify' as const, 'cancel' as const),
    outcome: outcomes(batches),
  }),
  fc.record({
    kind: fc.constant('start-position' as const),
    outcome: outcomes(fc.record({ positionId: fc.string() })),
  }),
  fc.record({
    kind: fc.constant('square-off-position' as const),
    outcome: outcomes(fc.record({ message: fc.string() })),
  }),
  fc.record({
    kind: fc.constant('signal' as const),
    outcome: outcomes(fc.record({ orderId: fc.option(fc.string()), message: fc.string() })),
  }),
);

const plain = fc.oneof(
  fc.record({ kind: fc.constant('time-passed' as const) }),
  fc.record({
    kind: fc.constant('run-started' as const),
    run: fc.record({
      runId: fc.string(),
      strategy: fc.string(),
      date: fc.constant('2026-11-23'),
      mode: fc.constantFrom('paper' as const, 'live' as const),
      account: fc.string(),
      seed: fc.string(),
    }),
    policies: fc.record({ absentEntries: fc.constant('resend-once' as const) }),
  }),
  fc.record({
    kind: fc.constant('run-ended' as const),
    runId: fc.string(),
    how: fc.constantFrom('completed' as const, 'failed' as const),
    detail: fc.string(),
  }),
  fc.record({ kind: fc.constant('run-held' as const), runId: fc.string(), detail: fc.string() }),
  fc.record({ kind: fc.constant('winding-down' as const) }),
  fc.record({ kind: fc.constant('stalled' as const), fromMs: times }),
  fc.record({ kind: fc.constant('platform-clock-differs' as const), aheadMs: fc.integer() }),
  fc.record({
    kind: fc.constant('restarted' as const),
    lastAtMs: times,
    neverSent: fc.array(fc.string()),
  }),
  fc.record({
    kind: fc.constant('halt-carried-over' as const),
    halt: fc.record({
      state: fc.constantFrom('reducing' as const, 'halted' as const),
      sinceMs: times,
      reason: fc.string(),
      by: fc.constant('operator' as const),
    }),
  }),
  fc.record({
    kind: fc.constant('week-carried-over' as const),
    week: fc.record({
      monday: fc.constant('2026-11-23'),
      since: fc.constant('2026-11-24'),
      runs: fc.array(fc.record({ name: fc.string(), profitPaise: fc.integer() })),
      locks: fc.array(
        fc.record({
          name: fc.option(fc.string()),
          reason: fc.string(),
          isFlattened: fc.boolean(),
        }),
      ),
    }),
  }),
  fc.record({
    kind: fc.constant('vetoes-changed' as const),
    vetoes: fc.array(
      fc.record({
        by: fc.constantFrom('preflight' as const, 'arming' as const),
        code: fc.string(),
        runId: fc.option(fc.string()),
        found: fc.string(),
        next: fc.string(),
      }),
    ),
  }),
  fc.record({
    kind: fc.constant('starts-carried-over' as const),
    starts: fc.array(
      fc.record({
        kind: fc.constant('signal' as const),
        runId: fc.string(),
        commandIndex: fc.nat(),
        sentAtMs: times,
        detail: fc.string(),
      }),
    ),
  }),
  fc.record({
    kind: fc.constant('commands-emitted' as const),
    runId: fc.string(),
    commands: fc.array(
      fc.record({
        kind: fc.constant('alert' as const),
        severity: fc.constant('info' as const),
        message: fc.string(),
      }),
    ),
  }),
  fc.record({
    kind: fc.constant('watches-changed' as const),
    runId: fc.string(),
    watches: fc.array(fc.record({ kind: fc.constant('index' as const), underlying: words })),
  }),
  fc.record({
    kind: fc.constant('source-value' as const),
    runId: fc.string(),
    source: fc.string(),
    value: jsonValues,
  }),
  fc.record({
    kind: fc.constant('attempt-ended' as const),
    attemptId: fc.string(),
    result: attemptResults,
  }),
  fc.record({
    kind: fc.constant('operator-asked' as const),
    request: fc.record({ reason: fc.string(), action: fc.constant('resume' as const) }),
  }),
);

const event: fc.Arbitrary<EngineEvent> = fc
  .tuple(times, fc.oneof({ weight: 2, arbitrary: polls }, { weight: 1, arbitrary: plain }))
  .map(([atMs, event]) => ({ atMs, ...event }));

/** Sequences of all kinds of events, in which polls repeat, change, move and drop what earlier ones showed. */
export function drawnEvents(): fc.Arbitrary<readonly EngineEvent[]> {
  // The clone gives records the usual prototype.
  return fc.array(event, { maxLength: 25, size: 'max' }).map((drawn) => structuredClone(drawn));
}
