import { describe, expect, it } from 'vitest';

import { aLeg, aRecord, noticesOf, refusalsOf } from '../../../test/support/engine-rig.ts';
import { UnseenRig } from '../../../test/support/unseen-rig.ts';
import { type OrderTerms } from '../../model/orders/order.ts';

const ACCEPTED = { kind: 'accepted', orderId: 'platform-1', detail: '' } as const;
const SQUARE_OFF = { kind: 'squareOff', legs: 'all', reason: '15:10' } as const;
const EXIT = aLeg({ role: 'exit', side: 'buy' });
const STOP_TERMS: OrderTerms = { kind: 'stop', triggerPricePaise: 13_000, limitPricePaise: 14_000 };
const STOP = aLeg({ role: 'stop', side: 'buy', terms: STOP_TERMS });

describe('an exit that never arrived', () => {
  it('frees its units: the square-off closes what is held under a new tag', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg());
    rig.command(SQUARE_OFF);
    const { tag } = rig.answerLast('lost');
    rig.look(60);
    expect(rig.sent('place')).toEqual([]);
    rig.look(1);
    const again = rig.answerLast(ACCEPTED);
    expect(again).toMatchObject({ side: 'buy', quantityUnits: 75 });
    expect(again.tag).not.toBe(tag);
    expect(rig.stateOf(tag)).toBe('absent');
  });

  it('is asked for anew under another tag, on its terms, for what is still held', () => {
    for (const outcome of ['lost', ACCEPTED] as const) {
      const rig = new UnseenRig();
      rig.hold(aLeg());
      const first = rig.send(outcome, STOP);
      rig.look(61);
      expect(rig.stateOf(first.tag)).toBe('absent');
      expect(noticesOf(rig.effects, 'critical')).toContainEqual(
        expect.stringMatching(/^The stop order of leg "ce" .* never arrived .*a new one is placed/),
      );
      expect(refusalsOf(rig.effects)).toEqual([]);
      const again = rig.answerLast(ACCEPTED);
      expect(again).toMatchObject({ side: 'buy', quantityUnits: 75, terms: STOP_TERMS });
      expect(again.tag).not.toBe(first.tag);
    }
  });

  it('is not asked for anew once its run wanted it cancelled', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg());
    rig.send('lost', STOP);
    rig.command({ kind: 'cancel', legs: 'all', role: null });
    rig.look(61);
    rig.fresh(...rig.book.values());
    expect(rig.sent('place')).toEqual([]);
    expect(refusalsOf(rig.effects).at(-1)).toContain('It never arrived');
  });

  it('is asked for three times in all; a stop then closes its leg, and its run and people are told', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg());
    const tags = new Set([rig.send('lost', STOP).tag]);
    for (let time = 0; time < 2; time += 1) {
      rig.look(61);
      expect(refusalsOf(rig.effects)).toEqual([]);
      tags.add(rig.answerLast('lost').tag);
    }
    rig.look(61);
    expect(tags.size).toBe(3);
    expect(refusalsOf(rig.effects)).toEqual([
      expect.stringMatching(/^Leg "ce" is closed, .* 3 orders for it in a row failed$/),
    ]);
    expect(noticesOf(rig.effects, 'critical').at(-1)).toMatch(/^Squaring off leg "ce": it has no/);
    expect(rig.answerLast(ACCEPTED)).toMatchObject({ quantityUnits: 75, terms: { kind: 'limit' } });
  });

  it('of another role is given up after three: its run and people are told, and its units are free', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg());
    rig.send(
      'lost',
      aLeg({ role: 'target', side: 'buy', terms: { kind: 'limit', pricePaise: 5 } }),
    );
    for (let time = 0; time < 2; time += 1) {
      rig.look(67);
      rig.answerLast('lost');
    }
    rig.look(67);
    expect(rig.sent('place')).toEqual([]);
    expect(refusalsOf(rig.effects)).toEqual([expect.stringMatching(/3 times in a row: its open/)]);
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain(
      'open units are free for another exit',
    );
    expect(rig.send(ACCEPTED, EXIT)).toMatchObject({ quantityUnits: 75 });
  });

  it('and comes late after all is one too many, which is cancelled where its run asked for that', () => {
    const rig = new UnseenRig({ duplicates: 'flatten-extra' });
    rig.hold(aLeg());
    const first = aRecord(rig.send('lost', STOP));
    rig.look(61);
    const second = aRecord(rig.answerLast(ACCEPTED));
    rig.show(second, first);
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('Duplicate: ');
    expect(rig.sent('cancel')).toMatchObject([{ orderIds: [first.orderId] }]);
  });

  it('is asked for anew when the operator says that it is not there', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg());
    const { tag } = rig.send('lost', STOP);
    rig.look(5);
    rig.resolve(tag, 'absent');
    expect(rig.answerLast(ACCEPTED)).toMatchObject({ quantityUnits: 75, terms: STOP_TERMS });
  });
});
