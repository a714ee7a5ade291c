import { describe, expect, it } from 'vitest';

import {
  type Due,
  holding,
  inALine,
  lastSent,
  leftLast,
  SQUARE_OFF,
  START,
  whenAwake,
} from '../../test/support/due-rig.ts';
import {
  aLeg,
  aQuote,
  aRecord,
  CE,
  each,
  filled,
  PE,
  REFUSED,
  RigProblem,
  RUN,
  startedRig,
  TIMEOUT,
  wakeOf,
} from '../../test/support/engine-rig.ts';
import { DISK_FULL, rejected, STOP } from '../../test/support/stop-rig.ts';
import { UnseenRig } from '../../test/support/unseen-rig.ts';

const DUE: readonly Due[] = [
  {
    what: 'a cancel that changed nothing is sent again',
    wanted: /^cancel$/,
    afterMs: 5_000,
    scene: () => {
      const rig = holding();
      rig.work(STOP);
      rig.command(SQUARE_OFF);
      rig.answer(lastSent(rig), TIMEOUT);
      return rig;
    },
  },
  {
    what: 'an exit of a square-off that was refused is tried again',
    wanted: /^place$/,
    afterMs: 5_000,
    scene: () => {
      const rig = holding();
      rig.command(SQUARE_OFF);
      rig.answer(lastSent(rig), REFUSED);
      return rig;
    },
  },
  {
    what: 'an exit that could not leave is tried again',
    wanted: /^place$/,
    afterMs: 250,
    scene: () => {
      const rig = holding();
      rig.command(SQUARE_OFF);
      rig.answer(lastSent(rig), DISK_FULL);
      return rig;
    },
  },
  {
    what: 'an exit of a square-off that rests follows the market',
    wanted: /^modify$/,
    afterMs: 5_000,
    scene: () => {
      const rig = holding({ limits: { quoteAgeMsMax: 60_000 } });
      rig.command(SQUARE_OFF);
      rig.show(leftLast(rig));
      rig.quotes(aQuote(CE, 12_000));
      return rig;
    },
  },
  {
    what: 'an order that no poll shows is looked up by its tag',
    wanted: /^poll orders-of-tag$/,
    afterMs: 5_000,
    scene: () => {
      const rig = startedRig();
      rig.fresh();
      rig.place(aLeg());
      rig.answer(lastSent(rig), TIMEOUT);
      return rig;
    },
  },
  {
    what: 'a target that was rejected is placed again',
    wanted: /^place$/,
    afterMs: 5_000,
    scene: () => {
      const rig = holding();
      const terms = { kind: 'limit', pricePaise: 5_000 } as const;
      rig.show(rejected(rig.work(aLeg({ role: 'target', side: 'buy', terms }))));
      return rig;
    },
  },
  {
    what: 'an exit that should have filled gives way to the stop',
    wanted: /^cancel$/,
    afterMs: 5_000,
    scene: () => {
      const rig = holding();
      rig.work(aLeg({ role: 'exit', side: 'buy' }));
      rig.place(STOP);
      return rig;
    },
  },
  {
    what: 'a start that the budget keeps waiting leaves when it may',
    wanted: /^start-position$/,
    afterMs: 1_000,
    scene: () => {
      const rig = startedRig({ limits: { messagesPerSecondMax: 1, messagesKeptForExits: 0 } });
      rig.command(START);
      rig.answer(lastSent(rig), { kind: 'accepted', value: { positionId: 'p1' } });
      rig.command({ ...START, position: 'second' });
      return rig;
    },
  },
  {
    what: 'a square-off of a custom position without an answer is asked for again',
    wanted: /^square-off-position$/,
    afterMs: 5_000,
    scene: () => {
      const rig = startedRig({ mode: 'live' });
      rig.command(START);
      rig.answer(lastSent(rig), { kind: 'accepted', value: { positionId: 'p1' } });
      rig.command({ kind: 'squareOffPosition', position: 'morning' });
      rig.answer(lastSent(rig), TIMEOUT);
      return rig;
    },
  },
  {
    what: 'an exit that was modified too often is cancelled',
    wanted: /^cancel$/,
    afterMs: 5_001,
    scene: () => {
      const rig = holding({ limits: { quoteAgeMsMax: 60_000, modificationsMax: 0 } });
      rig.command(SQUARE_OFF);
      rig.show(leftLast(rig));
      rig.quotes(aQuote(CE, 12_000));
      return rig;
    },
  },
  {
    what: 'an exit that the budget keeps waiting leaves when it may',
    wanted: /^place$/,
    afterMs: 1_000,
    scene: () => {
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
  },
  {
    what: 'what two orders under one tag filled too much is closed again where the exit was rejected',
    wanted: /^place$/,
    afterMs: 5_000,
    scene: () => {
      const rig = new UnseenRig({ duplicates: 'flatten-extra' });
      const element = rig.send({ kind: 'accepted', orderId: null, detail: '' });
      rig.show(filled(aRecord(element), 10_000));
      rig.show(filled(aRecord(element, { orderId: 'second' }), 10_000));
      rig.fresh(...rig.book.values());
      rig.answerLast({ kind: 'rejected', detail: 'margin' });
      return rig;
    },
  },
  {
    what: 'an exit of a square-off that the exchange rejected is tried again',
    wanted: /^place$/,
    afterMs: 5_000,
    scene: () => {
      const rig = holding();
      rig.command(SQUARE_OFF);
      rig.show(rejected(leftLast(rig)));
      return rig;
    },
  },
];

describe('with no event but the wakes that were asked for', () => {
  it.each(DUE)('$what', ({ scene, wanted, afterMs }) => {
    expect(whenAwake(scene(), wanted)).toBe(afterMs);
  });

  it.each(DUE)('and after quiet steps: $what', ({ scene, wanted, afterMs }) => {
    const rig = scene();
    const fromMs = rig.nowMs;
    for (let step = 0; step < 4; step += 1) rig.pass(10);
    expect(rig.nowMs + whenAwake(rig, wanted) - fromMs).toBe(afterMs);
  });
});

it('does what is due with a value of a source, too, and else shows that alone', () => {
  const rig = holding();
  rig.command(SQUARE_OFF);
  rig.answer(lastSent(rig), REFUSED);
  const value = { kind: 'source-value', runId: RUN, source: 'oi', value: 1 } as const;
  rig.pass(4_990);
  rig.nowMs += 9;
  expect(rig.step(value).map(({ kind }) => kind)).toEqual(['deliver']);
  rig.nowMs += 1;
  expect(rig.step(value).map(inALine)).toContain('place');
});

it('asks for no wake where nothing is due', () => {
  const rig = startedRig({ from: '20:00' });
  rig.step({ kind: 'run-ended', runId: RUN, how: 'completed', detail: '' });
  rig.show();
  expect(wakeOf(rig.pass(1_000))).toBeNull();
});
