import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aQuote,
  aRecord,
  aRun,
  at,
  CE,
  each,
  EngineRig,
  filled,
  HEDGE,
  moved,
  PE,
  REFUSED,
  RigProblem,
  RUN,
  startedRig,
  TIMEOUT,
  wakeOf,
} from '../../test/support/engine-rig.ts';
import { DISK_FULL, price, rejected, STOP } from '../../test/support/stop-rig.ts';
import { UnseenRig } from '../../test/support/unseen-rig.ts';
import { type Attempt, type Effect } from './effect.ts';
import { type Basket, type Command } from '../model/command.ts';
import { NO_PROTECTIONS } from '../model/run-policies.ts';

const SQUARE_OFF: Command = { kind: 'squareOff', legs: 'all', reason: '15:10' };
const LIMIT = { kind: 'limit', pricePaise: 10_000 } as const;
const START: Command = {
  kind: 'startPosition',
  position: 'morning',
  alertName: 'morning',
  exitTime: null,
  ticker: 'NIFTY',
  legs: [{}],
};

/** What an effect is, in a line. */
function inALine(effect: Effect): string {
  switch (effect.kind) {
    case 'notice':
      return `${effect.severity}: ${effect.message}`;
    case 'attempt':
      return effect.attempt.kind;
    case 'deliver':
      return `deliver ${JSON.stringify(effect.input)}`;
    case 'poll':
      return `poll ${effect.poll.subject}`;
    default:
      return effect.kind;
  }
}

/**
 * Lets time run from wake to wake, with no poll answered and no other event, until an effect comes of it.
 *
 * @throws {RigProblem} when none comes
 */
function whenAwake(rig: EngineRig, wanted: RegExp): number {
  const fromMs = rig.nowMs;
  let effects = rig.step({ kind: 'time-passed' });
  for (let steps = 0; steps < 500; steps += 1) {
    if (effects.some((effect) => wanted.test(inALine(effect)))) return rig.nowMs - fromMs;
    const nextMs = wakeOf(effects);
    if (nextMs === null) break;
    rig.nowMs = nextMs;
    effects = rig.step({ kind: 'time-passed' });
  }
  throw new RigProblem(`${String(wanted)} never came`);
}

/** @throws {RigProblem} when nothing was sent */
function lastSent(rig: EngineRig): Attempt {
  const attempt = rig.attempts().at(-1);
  if (attempt === undefined) throw new RigProblem('nothing was sent');
  return attempt;
}

/**
 * The exit of a square-off that has just left, as it is shown.
 *
 * @throws {RigProblem} when none has left
 */
function exitOf(rig: EngineRig): ReturnType<typeof aRecord> {
  const attempt = lastSent(rig);
  const [element] = attempt.kind === 'place' ? attempt.request.elements : [];
  if (element === undefined) throw new RigProblem('no exit left');
  rig.answer(attempt, each([element.tag]));
  return aRecord(element);
}

function holding(...options: ConstructorParameters<typeof EngineRig>): EngineRig {
  const rig = startedRig(...options);
  rig.hold(aLeg());
  return rig;
}

function spread(basket: Basket): EngineRig {
  const rig = startedRig();
  rig.fresh();
  const hedge = aLeg({ leg: 'hedge', contract: HEDGE, side: 'buy', terms: LIMIT });
  rig.command({ kind: 'place', orders: [hedge, aLeg({ terms: LIMIT })], basket });
  const bought = filled(exitOf(rig), 10_000);
  rig.show(bought);
  rig.show(exitOf(rig));
  return rig;
}

function locked(cooldownMs: number): EngineRig {
  const rig = new EngineRig();
  const protections = { ...NO_PROTECTIONS, cooldownMs };
  rig.step({ kind: 'run-started', run: aRun(), policies: { protections } });
  rig.hold(aLeg());
  rig.show(filled(rig.work(aLeg({ role: 'exit', side: 'buy' })), 12_000));
  return rig;
}

/** What is set up, what comes of it, and after how long. */
const DUE: readonly (readonly [string, RegExp, number, () => EngineRig])[] = [
  [
    'a cancel that changed nothing is sent again',
    /^cancel$/,
    5_000,
    () => {
      const rig = holding();
      rig.work(STOP);
      rig.command(SQUARE_OFF);
      rig.answer(lastSent(rig), TIMEOUT);
      return rig;
    },
  ],
  [
    'an exit of a square-off that was refused is tried again',
    /^place$/,
    5_000,
    () => {
      const rig = holding();
      rig.command(SQUARE_OFF);
      rig.answer(lastSent(rig), REFUSED);
      return rig;
    },
  ],
  [
    'an exit that could not leave is tried again',
    /^place$/,
    250,
    () => {
      const rig = holding();
      rig.command(SQUARE_OFF);
      rig.answer(lastSent(rig), DISK_FULL);
      return rig;
    },
  ],
  [
    'an exit of a square-off that rests follows the market',
    /^modify$/,
    5_000,
    () => {
      const rig = holding({ limits: { quoteAgeMsMax: 60_000 } });
      rig.command(SQUARE_OFF);
      rig.show(exitOf(rig));
      rig.quotes(aQuote(CE, 12_000));
      return rig;
    },
  ],
  [
    'people hear of a square-off that takes too long',
    /^critical: Not flat 60 s after/,
    60_000,
    () => {
      const rig = holding();
      rig.command(SQUARE_OFF);
      rig.show(exitOf(rig));
      return rig;
    },
  ],
  [
    'people hear of an order that no poll shows',
    /^critical: .* no poll has shown it for 30 s/,
    30_000,
    () => {
      const rig = startedRig();
      rig.fresh();
      rig.place(aLeg());
      rig.answer(lastSent(rig), TIMEOUT);
      return rig;
    },
  ],
  [
    'an order that no poll shows is looked up by its tag',
    /^poll orders-of-tag$/,
    5_000,
    () => {
      const rig = startedRig();
      rig.fresh();
      rig.place(aLeg());
      rig.answer(lastSent(rig), TIMEOUT);
      return rig;
    },
  ],
  [
    'an entry for which no price comes is refused',
    /"command-refused"/,
    5_000,
    () => {
      const rig = startedRig();
      rig.orders();
      rig.place(aLeg());
      return rig;
    },
  ],
  [
    'a basket that is not complete in time is unwound',
    /^critical: The basket is unwound/,
    20_000,
    () => spread({ withinMs: 20_000, otherwise: 'unwind' }),
  ],
  [
    'a basket is completed at the market in time',
    /^warning: The basket is completed at the market/,
    20_000,
    () => spread({ withinMs: 20_000, otherwise: 'complete' }),
  ],
  [
    'a basket that stays incomplete at the market is told',
    /^critical: The basket is not complete: 1 of 2 .* asked for twice/,
    40_000,
    () => spread({ withinMs: 20_000, otherwise: 'complete' }),
  ],
  [
    'people hear of shorts without their hedges',
    /^critical: 1 lot short without a hedge for 10 s/,
    10_000,
    () => {
      const rig = spread({ withinMs: 600_000, otherwise: 'hold' });
      const short = [...rig.book.values()].find(({ side }) => side === 'sell');
      if (short === undefined) throw new RigProblem('no short');
      const sold = aLeg({ leg: 'hedge', contract: HEDGE, role: 'exit', side: 'sell' });
      rig.show(filled(rig.work(sold), 10_000), filled(short, 10_000));
      return rig;
    },
  ],
  ['a lock ends', /^info: Entries of the run are no longer locked/, 90_000, () => locked(90_000)],
  [
    'what is intraday is squared off before the close',
    /^info: Squaring off leg "ce": intraday positions end/,
    at('15:35') - at('09:20'),
    holding,
  ],
  [
    'runs hear of the close',
    /"session-edge".*"close"/,
    at('15:40') - at('09:20'),
    startedRig,
  ],
  [
    'people hear once more of a start without a certain outcome',
    /^critical: The outcome of .* is still unknown before the close/,
    at('15:10') - at('09:20'),
    () => {
      const rig = startedRig();
      rig.command(START);
      rig.answer(lastSent(rig), TIMEOUT);
      return rig;
    },
  ],
  [
    'people hear of a leg without its stop',
    /^critical: Leg "ce" holds 75 units .* without the stop/,
    5_000,
    () => {
      const rig = holding();
      rig.place(STOP);
      return rig;
    },
  ],
  [
    'a target that was rejected is placed again',
    /^place$/,
    5_000,
    () => {
      const rig = holding();
      const terms = { kind: 'limit', pricePaise: 5_000 } as const;
      rig.show(rejected(rig.work(aLeg({ role: 'target', side: 'buy', terms }))));
      return rig;
    },
  ],
  [
    'a stop that the market left behind closes its leg',
    /^critical: Squaring off leg "ce": its stop triggered and rests unfilled/,
    5_000,
    () => {
      const rig = holding();
      const stop = rig.work(STOP);
      price(rig, 20_000);
      rig.show(moved(stop, { status: 'open' }));
      return rig;
    },
  ],
  [
    'an exit that should have filled gives way to the stop',
    /^cancel$/,
    5_000,
    () => {
      const rig = holding();
      rig.work(aLeg({ role: 'exit', side: 'buy' }));
      rig.place(STOP);
      return rig;
    },
  ],
  [
    'people hear of a leg in a square-off that no exit closes',
    /^critical: Leg "ce" holds 75 units .* without the stop/,
    60_000,
    () => {
      const rig = holding();
      const stop = rig.work(STOP);
      rig.command(SQUARE_OFF);
      rig.show(moved(stop, { status: 'cancelled' }));
      return rig;
    },
  ],
  [
    'a start that the budget keeps waiting leaves when it may',
    /^start-position$/,
    1_000,
    () => {
      const rig = startedRig({ limits: { messagesPerSecondMax: 1, messagesKeptForExits: 0 } });
      rig.command(START);
      rig.answer(lastSent(rig), { kind: 'accepted', value: { positionId: 'p1' } });
      rig.command({ ...START, position: 'second' });
      return rig;
    },
  ],
  [
    'an exit that the budget keeps waiting leaves when it may',
    /^place$/,
    1_000,
    () => {
      const rig = startedRig({ limits: { messagesPerSecondMax: 1, messagesKeptForExits: 0 } });
      rig.hold(aLeg());
      rig.pass(2_000);
      rig.hold(aLeg({ leg: 'pe', contract: PE }));
      rig.pass(2_000);
      rig.command(SQUARE_OFF);
      const attempt = lastSent(rig);
      if (attempt.kind !== 'place') throw new RigProblem('no exit left');
      rig.answer(attempt, each(attempt.request.elements.map(({ tag }) => tag)));
      return rig;
    },
  ],
  [
    'what two orders under one tag filled too much is closed again where the exit was rejected',
    /^place$/,
    5_000,
    () => {
      const rig = new UnseenRig({ duplicates: 'flatten-extra' });
      const element = rig.send({ kind: 'accepted', orderId: null, detail: '' });
      rig.show(filled(aRecord(element), 10_000));
      rig.show(filled(aRecord(element, { orderId: 'second' }), 10_000));
      rig.fresh(...rig.book.values());
      rig.answerLast({ kind: 'rejected', detail: 'margin' });
      return rig;
    },
  ],
  [
    'an exit of a square-off that the exchange rejected is tried again',
    /^place$/,
    5_000,
    () => {
      const rig = holding();
      rig.command(SQUARE_OFF);
      rig.show(rejected(exitOf(rig)));
      return rig;
    },
  ],
];

describe('with no event but the wakes that were asked for', () => {
  it.each(DUE)('%s', (_, wanted, afterMs, scene) => {
    expect(whenAwake(scene(), wanted)).toBe(afterMs);
  });

  it.each(DUE)('and after time has passed without any effect: %s', (_, wanted, afterMs, scene) => {
    const rig = scene();
    const fromMs = rig.nowMs;
    for (let step = 0; step < 4; step += 1) rig.pass(10);
    expect(rig.nowMs + whenAwake(rig, wanted) - fromMs).toBe(afterMs);
  });
});

it('asks for no wake where nothing is due', () => {
  const rig = startedRig({ from: '20:00' });
  rig.step({ kind: 'run-ended', runId: RUN, how: 'completed', detail: '' });
  rig.show();
  expect(wakeOf(rig.pass(1_000))).toBeNull();
});
