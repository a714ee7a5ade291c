import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  CE,
  each,
  filled,
  moved,
  noticesOf,
  PE,
  refusalsOf,
  REFUSED,
  RigProblem,
  RUN,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { type Command } from '../../model/orders/command.ts';

const SQUARE_OFF: Command = { kind: 'squareOff', legs: 'all', reason: '15:10' };
const STOP = aLeg({
  role: 'stop',
  side: 'buy',
  terms: { kind: 'stop', triggerPricePaise: 13_000, limitPricePaise: 13_500 },
});

describe('square off', () => {
  it('closes the legs that are there though another is named that never was, and says so', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.command({ kind: 'squareOff', legs: ['ce', 'ce-again'], reason: 'exit time' });
    expect(rig.sent('place').flatMap(({ request }) => request.elements)).toMatchObject([
      { symbol: CE.symbol, side: 'buy', quantityUnits: 75 },
    ]);
    expect(refusalsOf(rig.effects)).toEqual([
      'The run has no such leg: found "ce-again", allowed "ce"',
    ]);
    rig.command({ kind: 'squareOff', legs: ['strange'], reason: 'exit time' });
    expect(rig.engine.view().squareOffs).toHaveLength(1);
  });

  it('cancels first, waits until the cancel is seen, then closes exactly what is held', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const stop = rig.work(STOP);
    rig.command(SQUARE_OFF);
    const [cancel] = rig.sent('cancel');
    expect(cancel?.orderIds).toEqual([stop.orderId]);
    if (cancel === undefined) return;
    rig.answer(cancel, each([stop.orderId]));
    expect(rig.sent('place')).toEqual([]);
    rig.show(moved(stop, { status: 'cancel-pending' }));
    expect(rig.sent('place')).toEqual([]);
    rig.show(moved(moved(stop, {}), { status: 'cancelled' }));
    const [exit] = rig.sent('place');
    // Ask 100.05 and 8 % is 108.054: down to the tick inside the band.
    expect(exit?.request.elements).toMatchObject([
      { side: 'buy', quantityUnits: 75, terms: { kind: 'limit', pricePaise: 10_805 } },
    ]);
  });

  it('ends with a notice when everything is flat', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.command(SQUARE_OFF);
    const [exit] = rig.sent('place');
    const [element] = exit?.request.elements ?? [];
    if (exit === undefined || element === undefined) throw new RigProblem('nothing sent');
    rig.answer(exit, each([element.tag]));
    expect(rig.engine.view().squareOffs).toHaveLength(1);
    rig.show(filled(aRecord(element), 9_000));
    expect(rig.engine.view().squareOffs).toEqual([]);
    expect(noticesOf(rig.effects, 'info').at(-1)).toBe('Squared off all legs: 15:10');
    expect(rig.engine.view().positions).toMatchObject([{ netUnits: 0, realisedPaise: 75_000 }]);
  });

  it('closes the rest when the stop fills in part before its cancel', () => {
    const rig = startedRig();
    rig.hold(aLeg({ quantityUnits: 150 }));
    const stop = rig.work({ ...STOP, quantityUnits: 150 });
    rig.command(SQUARE_OFF);
    rig.show(moved(filled(stop, 13_100, 75), { status: 'cancelled' }));
    expect(rig.sent('place')[0]?.request.elements).toMatchObject([{ quantityUnits: 75 }]);
  });

  it.each([65, 1])(
    'closes what is held although the lot was changed since: %i units are not held hostage',
    (units) => {
      const rig = startedRig();
      const entry = rig.work(aLeg({ quantityUnits: 150 }));
      rig.show(moved(filled(entry, 10_000, units), { status: 'cancelled' }));
      rig.command(SQUARE_OFF);
      expect(rig.sent('place')[0]?.request.elements).toMatchObject([{ quantityUnits: units }]);
    },
  );

  it('closes what is held at once beside an entry whose answer was lost', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.place(aLeg({ quantityUnits: 150 }));
    rig.fresh(...rig.book.values());
    const [entry] = rig.sent('place');
    if (entry === undefined) throw new RigProblem('nothing sent');
    rig.answer(entry, TIMEOUT);
    rig.command(SQUARE_OFF);
    expect(rig.sent('place')[0]?.request.elements).toMatchObject([{ quantityUnits: 75 }]);
  });

  it('never has two cancels of one order on their way', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.work(STOP);
    rig.command(SQUARE_OFF);
    expect(rig.sent('cancel')).toHaveLength(1);
    rig.pass(60_000);
    expect(rig.sent('cancel')).toEqual([]);
  });

  it('closes nothing when the stop wins the race', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const stop = rig.work(STOP);
    rig.command(SQUARE_OFF);
    rig.show(filled(stop, 13_100));
    expect(rig.sent('place')).toEqual([]);
    expect(rig.engine.view().squareOffs).toEqual([]);
  });

  it('never waits for data: the last known quote prices the exit, and the last fill without one', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.pass(3_600_000);
    rig.command(SQUARE_OFF);
    expect(rig.sent('place')[0]?.request.elements).toMatchObject([
      { terms: { kind: 'limit', pricePaise: 10_805 } },
    ]);
  });

  it('cancels again an order that still works', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const stop = rig.work(STOP);
    rig.command(SQUARE_OFF);
    const [cancel] = rig.sent('cancel');
    if (cancel === undefined) throw new RigProblem('nothing sent');
    rig.answer(cancel, TIMEOUT);
    rig.pass(4_999);
    expect(rig.sent('cancel')).toEqual([]);
    rig.pass(1);
    expect(rig.sent('cancel')[0]?.orderIds).toEqual([stop.orderId]);
  });

  it('cancels an accepted order by its answered id before a poll shows it', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg());
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (attempt === undefined || element === undefined) throw new RigProblem('nothing sent');
    rig.command(SQUARE_OFF);
    expect(rig.sent('cancel')).toEqual([]);
    rig.answer(attempt, each([element.tag], { kind: 'accepted', orderId: 'id-1', detail: '' }));
    expect(rig.sent('cancel')[0]?.orderIds).toEqual(['id-1']);
  });

  it('becomes an alarm when it takes too long, and says what is in the way', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const stop = rig.work(STOP);
    rig.command(SQUARE_OFF);
    rig.show(moved(stop, { status: 'unrecognised', statusWord: 'Parked' }));
    rig.pass(59_999);
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
    rig.pass(1);
    rig.pass(60_000);
    expect(noticesOf(rig.effects, 'critical')).toEqual([
      `Not flat 60 s after the square-off (15:10): leg "ce" has -75 units of ${CE.symbol} held, stop order ${stop.tag} Parked`,
    ]);
  });

  it('says of what is in the way only what is held, by its last word, and for how long', () => {
    const rig = startedRig();
    rig.hold(aLeg({ contract: PE }));
    const closed = rig.work(aLeg({ role: 'exit', side: 'buy', contract: PE }));
    rig.show(filled(closed, 9_000));
    rig.hold(aLeg());
    const stop = rig.work(STOP);
    rig.command(SQUARE_OFF);
    rig.show(
      moved(stop, { status: 'cancelled', statusWord: 'Cancelled' }),
      moved(stop, { orderId: 'second', statusWord: 'Parked', status: 'unrecognised' }),
    );
    rig.pass(3_000_600);
    expect(noticesOf(rig.effects, 'critical').at(-1)).toBe(
      `Not flat 3001 s after the square-off (15:10): leg "ce" has -75 units of ${CE.symbol} held, stop order ${stop.tag} Parked`,
    );
  });

  it('drops what was not sent yet and refuses new entries of the legs in scope', () => {
    const rig = startedRig();
    rig.place(aLeg());
    rig.command(SQUARE_OFF);
    expect(refusalsOf(rig.effects)).toEqual(['Not sent: leg "ce" is being squared off']);
    rig.hold(aLeg({ leg: 'pe', contract: PE }));
    rig.command({ kind: 'squareOff', legs: ['pe'], reason: 'stop' });
    rig.place(aLeg({ leg: 'pe', contract: PE }));
    expect(refusalsOf(rig.effects).at(-1)).toContain('is being squared off');
    rig.place(aLeg({ leg: 'other', side: 'buy' }));
    expect(refusalsOf(rig.effects)).toHaveLength(2);
  });

  it('tries a rejected exit again, later each time', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.command(SQUARE_OFF);
    const waitsMs: number[] = [];
    let sentAtMs = rig.nowMs;
    for (let tries = 0; tries < 6; tries += 1) {
      const [exit] = rig.sent('place');
      if (exit === undefined) throw new RigProblem('nothing sent');
      rig.answer(exit, REFUSED);
      const isSentAgain = (): boolean =>
        rig.attempts().filter(({ kind }) => kind === 'place').length >= tries + 3;
      while (!isSentAgain()) rig.pass(500);
      waitsMs.push(rig.nowMs - sentAtMs);
      sentAtMs = rig.nowMs;
    }
    expect(waitsMs).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 80_000]);
    const refused = noticesOf(rig.effects, 'critical').filter((text) => text.startsWith('Refused'));
    expect(refused).toHaveLength(6);
  });

  it('buys shorts back before it sells longs, and closes in the product of the entry', () => {
    const rig = startedRig();
    rig.hold(aLeg({ leg: 'a', side: 'buy', product: 'carry-forward' }));
    rig.hold(aLeg({ leg: 'b', contract: PE }));
    rig.command(SQUARE_OFF);
    const [exit] = rig.sent('place');
    expect(exit?.request.elements).toMatchObject([
      { side: 'buy', product: 'intraday' },
      { side: 'sell', product: 'carry-forward' },
    ]);
  });

  it('says nothing of squaring off a failed run that never had a leg', () => {
    const rig = startedRig();
    rig.step({ kind: 'run-ended', runId: RUN, how: 'failed', detail: 'TypeError: x' });
    expect(noticesOf(rig.effects)).toEqual(['The strategy failed: TypeError: x']);
  });

  it('squares off a failed run with an alarm', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.step({ kind: 'run-ended', runId: RUN, how: 'failed', detail: 'TypeError: x' });
    expect(rig.sent('place')[0]?.request.elements).toMatchObject([{ quantityUnits: 75 }]);
    expect(noticesOf(rig.effects, 'critical').join('\n')).toContain('TypeError: x');
  });

  it('leaves the orders of a completed run alone', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.work(STOP);
    rig.step({ kind: 'run-ended', runId: RUN, how: 'completed', detail: '' });
    rig.pass(60_000);
    expect(rig.sent('cancel')).toEqual([]);
    expect(rig.engine.view().positions).toMatchObject([{ netUnits: -75 }]);
  });

  it('squares off ended runs too when the operator asks', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.step({ kind: 'run-ended', runId: RUN, how: 'completed', detail: '' });
    rig.step({
      kind: 'operator-asked',
      request: { action: 'flatten', runId: null, reason: 'news' },
    });
    expect(rig.sent('place')[0]?.request.elements).toMatchObject([{ quantityUnits: 75 }]);
  });

  it('ends at once where there is nothing to do', () => {
    const rig = startedRig();
    rig.command(SQUARE_OFF);
    expect(rig.engine.view().squareOffs).toEqual([]);
  });

  it('does not send exits into a closed market', () => {
    const rig = startedRig();
    const entry = rig.work(aLeg());
    rig.command(SQUARE_OFF);
    rig.to('15:40');
    rig.show(filled(entry, 10_000));
    expect(rig.sent('place')).toEqual([]);
    expect(rig.engine.view().squareOffs).toHaveLength(1);
  });

  it('plans nothing after the close that could only be refused', () => {
    const rig = startedRig();
    rig.hold(aLeg({ product: 'carry-forward' }));
    rig.to('15:41');
    rig.fresh(...rig.book.values());
    rig.command(SQUARE_OFF);
    rig.pass(1_000);
    expect(rig.engine.view().intents.map(({ role }) => role)).toEqual(['entry']);
    expect(rig.engine.view().squareOffs).toHaveLength(1);
  });
});
