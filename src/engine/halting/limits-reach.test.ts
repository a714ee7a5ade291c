import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aQuote,
  aRun,
  CE,
  EngineRig,
  filled,
  noticesOf,
  PE,
  RigProblem,
  RUN,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type Command } from '../../model/orders/command.ts';
import { NO_PROTECTIONS, type Protections } from '../../model/runs/run-policies.ts';

const START: Command = {
  kind: 'startPosition',
  position: 'morning',
  alertName: 'morning',
  exitTime: null,
  ticker: 'NIFTY',
  legs: [{}],
};

/** A live run with limits, beside another without. */
function limited(own: Partial<Protections>, account: Partial<Protections> = {}): EngineRig {
  const accountProtections = { ...NO_PROTECTIONS, ...account };
  const rig = new EngineRig({ mode: 'live', limits: { accountProtections, duplicateWithinMs: 0 } });
  const policies = { protections: { ...NO_PROTECTIONS, ...own } };
  rig.step({ kind: 'run-started', run: aRun({ mode: 'live' }), policies });
  rig.start(aRun({ mode: 'live', runId: 'other', strategy: 'other' }));
  return rig;
}

/** The run loses ₹1,500 on a call, by two prices. */
function lose(rig: EngineRig): void {
  for (const lastPaise of [12_000, 12_005]) {
    rig.pass(1_000);
    rig.quotes(aQuote(CE, lastPaise), aQuote(PE, lastPaise));
  }
}

function other(rig: EngineRig, command: Command): void {
  rig.step({ kind: 'commands-emitted', runId: 'other', commands: [command] });
}

describe('a limit that squares off', () => {
  it('reaches custom positions of its run, started or not yet, and entries that rest', () => {
    const rig = limited({ dayLossPaiseMax: 75_000 });
    rig.hold(aLeg());
    const resting = rig.work(
      aLeg({ leg: 'pe', contract: PE, terms: { kind: 'limit', pricePaise: 20_000 } }),
    );
    rig.command(START);
    const started = rig.attempts().at(-1);
    rig.command({ ...START, position: 'noon' });
    const starting = rig.attempts().at(-1);
    if (started === undefined || starting === undefined) throw new RigProblem('nothing was sent');
    rig.answer(started, { kind: 'accepted', value: { positionId: 'p1' } });
    lose(rig);
    expect(rig.sent('cancel')).toMatchObject([{ orderIds: [resting.orderId] }]);
    expect(rig.sent('square-off-position')).toEqual([]);
    const due = rig.attempts().filter(({ kind }) => kind === 'square-off-position');
    expect(due).toMatchObject([{ positionId: 'p1' }]);
    rig.pass(5_000);
    rig.answer(starting, { kind: 'accepted', value: { positionId: 'p2' } });
    const all = rig.attempts().filter(({ kind }) => kind === 'square-off-position');
    expect(all).toMatchObject([{ positionId: 'p1' }, { positionId: 'p2' }]);
    expect(rig.engine.view().locks).toMatchObject([{ runId: RUN, protection: 'day-loss' }]);
  });

  it('reaches a run of which an entry rests and nothing is held, and none that has nothing', () => {
    const rig = limited({}, { dayLossPaiseMax: 75_000 });
    rig.hold(aLeg());
    const terms = { kind: 'limit', pricePaise: 20_000 } as const;
    other(rig, { kind: 'place', orders: [aLeg({ contract: PE, terms })] });
    rig.fresh(...rig.book.values());
    rig.start(aRun({ mode: 'live', runId: 'idle', strategy: 'idle' }));
    lose(rig);
    const flattened = rig.engine.view().squareOffs.map(({ runId }) => runId);
    expect(flattened).toEqual([RUN, 'other']);
    expect(noticesOf(rig.effects, 'warning')[0]).toMatch(/^Entries of the account are locked: /);
  });

  it('of a run counts what that run alone earned', () => {
    const rig = limited({ dayLossPaiseMax: 75_000 });
    other(rig, { kind: 'place', orders: [aLeg()] });
    rig.fresh();
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (element === undefined) throw new RigProblem('nothing was sent');
    rig.settle();
    const record = startedRig().work(aLeg());
    rig.show(filled({ ...record, ...element, orderId: 'o' }, 10_000));
    lose(rig);
    expect(rig.engine.view().positions).toMatchObject([{ runId: 'other', profitPaise: -150_375 }]);
    expect(rig.engine.view().locks).toEqual([]);
  });

  it('says what it found: a lost trip, or how many in a row', () => {
    for (const [own, words] of [
      [{ cooldownMs: 60_000 }, 'Entries of the run are locked: a round trip lost; again '],
      [
        { losingStreakMax: 1 },
        'Entries of the run are locked: 1 round trips lost in a row; again ',
      ],
    ] as const) {
      const rig = limited(own);
      rig.hold(aLeg());
      rig.show(filled(rig.work(aLeg({ role: 'exit', side: 'buy' })), 12_000));
      expect(noticesOf(rig.effects, 'warning')[0]).toContain(words);
      const codes = rig.effects.flatMap((effect) =>
        effect.kind === 'notice' ? [effect.notice.code] : [],
      );
      expect(codes).toContain('entries-locked');
    }
  });
});
