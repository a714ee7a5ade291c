import { describe, expect, it } from 'vitest';

import {
  aCalendar,
  aDay,
  aLeg,
  aRecord,
  at,
  CE,
  each,
  filled,
  inputsOf,
  noticesOf,
  pollsOf,
  refusalsOf,
  REFUSED,
  RigProblem,
  RUN,
  startedRig,
} from '../../test/support/engine-rig.ts';
import { UnseenRig } from '../../test/support/unseen-rig.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { instantAt } from '../model/time/ist.ts';

const LIMIT = { kind: 'limit', pricePaise: 10_000 } as const;
const element = { instrumentId: CE.instrumentId, symbol: CE.symbol, side: 'sell' } as const;

describe('an order that is seen before it was sent', () => {
  it('is taken over and not sent', () => {
    const rig = startedRig();
    rig.place(aLeg());
    const [intent] = rig.engine.view().intents;
    expect(intent?.state).toBe('waiting');
    const of = { ...element, quantityUnits: 75, product: 'intraday', terms: LIMIT } as const;
    rig.fresh(aRecord({ ...of, tag: intent?.tag ?? '', extraTags: {} }));
    rig.pass(1_000);
    expect(rig.sent('place')).toEqual([]);
    expect(rig.engine.view().intents).toMatchObject([{ state: 'accepted' }]);
    expect(noticesOf(rig.effects, 'warning').join()).toContain('exists before it was sent');
  });
});

describe('an answer that nobody waits for any more', () => {
  it('of a modify that was refused leaves the newer wish, which is sent', () => {
    const rig = startedRig();
    const order = rig.work(aLeg({ terms: LIMIT }));
    const wish = (pricePaise: number): void => {
      const terms = { kind: 'limit', pricePaise } as const;
      rig.command({ kind: 'modify', leg: 'ce', role: 'entry', terms });
    };
    wish(9_900);
    const [first] = rig.sent('modify');
    if (first === undefined) throw new RigProblem('nothing was modified');
    wish(9_800);
    rig.answer(first, REFUSED);
    expect(rig.sent('modify')).toMatchObject([
      { elements: [{ orderId: order.orderId, terms: { pricePaise: 9_800 } }] },
    ]);
    expect(refusalsOf(rig.effects)).toEqual([]);
  });

  it('of a cancel of what was taken for absent meanwhile changes nothing', () => {
    const rig = new UnseenRig();
    const accepted = rig.send({ kind: 'accepted', orderId: 'o1', detail: '' });
    rig.command({ kind: 'cancel', legs: 'all', role: null });
    const [cancel] = rig.sent('cancel');
    if (cancel === undefined) throw new RigProblem('nothing was cancelled');
    rig.look(70);
    const before = rig.stateOf(accepted.tag);
    rig.answer(cancel, each(['o1']));
    expect(rig.stateOf(accepted.tag)).toBe(before);
    expect(before).toBe('refused');
  });
});

describe('an entry that was accepted and that no poll shows', () => {
  it('keeps a second one of its leg from being added to it once it is told', () => {
    const rig = new UnseenRig();
    rig.send({ kind: 'accepted', orderId: 'o1', detail: '' });
    rig.look(31);
    rig.fresh();
    rig.place(aLeg());
    expect(rig.sent('place')).toEqual([]);
    expect(refusalsOf(rig.effects).at(-1)).toContain('accepted, and shown by no poll');
  });
});

describe('what a run that has ended left behind', () => {
  it('is still followed, and told to nobody', () => {
    const rig = startedRig();
    const order = rig.work(aLeg());
    rig.step({ kind: 'run-ended', runId: RUN, how: 'completed', detail: '' });
    const inputs = inputsOf(rig.effects).length;
    rig.show(filled(order, 10_000));
    rig.step({ kind: 'source-value', runId: RUN, source: 's', value: 1 });
    expect(rig.engine.view().positions).toMatchObject([{ netUnits: -75 }]);
    expect(inputsOf(rig.effects)).toHaveLength(inputs);
  });
});

describe('an order that nobody has seen when the day is over', () => {
  it('is looked for until half an hour after the close, and not on the next day', () => {
    const rig = new UnseenRig();
    rig.nowMs = at('15:25');
    const asked = (): number =>
      pollsOf(rig.effects).filter(({ subject }) => subject === 'orders-of-tag').length;
    rig.step({ kind: 'time-passed' });
    rig.send('lost', aLeg({ product: 'carry-forward' }));
    rig.to('16:09:50');
    const before = asked();
    expect(before).toBeGreaterThan(0);
    rig.to('16:10:10');
    rig.pass(14 * 3_600_000);
    expect(asked()).toBe(before);
  });
});

describe('a custom position that is to be squared off', () => {
  it('waits for room among the messages, and then is', () => {
    const rig = startedRig({ mode: 'live', limits: { messagesPerSecondMax: 1 } });
    const start = {
      kind: 'startPosition',
      position: 'p',
      alertName: 'p',
      exitTime: null,
      ticker: 'NIFTY',
      legs: [{}],
    } as const;
    rig.command(start);
    const [attempt] = rig.sent('start-position');
    if (attempt === undefined) throw new RigProblem('nothing was started');
    rig.answer(attempt, { kind: 'accepted', value: { positionId: 'id' } });
    rig.command({ kind: 'squareOffPosition', position: 'p' });
    expect(rig.sent('square-off-position')).toEqual([]);
    rig.pass(999);
    expect(rig.sent('square-off-position')).toEqual([]);
    rig.pass(1);
    expect(rig.sent('square-off-position')).toMatchObject([{ positionId: 'id' }]);
  });
});

it('shows no run the open of another day', () => {
  const day = (date: string): CalendarDay => {
    const sessions = [{ startMs: instantAt(date, '09:15'), endMs: instantAt(date, '15:40') }];
    return aDay({ date, sessions });
  };
  const rig = startedRig({ calendar: { ...aCalendar(), day } });
  rig.to('15:40');
  rig.nowMs = at('09:15') + 24 * 3_600_000;
  rig.step({ kind: 'time-passed' });
  const edges = inputsOf(rig.effects).flatMap((input) =>
    input.kind === 'session-edge' ? input.edge : [],
  );
  expect(edges).toEqual(['open', 'close']);
});
