import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aQuote,
  aRun,
  CE,
  type EngineRig,
  EngineRig as Rig,
  filled,
  RigProblem,
  RUN,
  startedRig,
} from '../../test/support/engine-rig.ts';
import { type Command } from '../model/orders/command.ts';
import { statusOf } from './day-status.ts';
import { didNotRun, leftOpen } from './left-open.ts';

const CARRIED = aLeg({ product: 'carry-forward' });
const START: Command = {
  kind: 'startPosition',
  position: 'morning',
  alertName: 'morning',
  exitTime: '15:10',
  ticker: 'NIFTY',
  legs: [{}],
};

const after = (rig: EngineRig): ReturnType<typeof leftOpen> => leftOpen(rig.engine.view(), true);

/** After the close. */
function closed(rig: EngineRig): EngineRig {
  rig.to('15:45');
  return rig;
}

function started(over: Partial<Command> = {}): EngineRig {
  const rig = startedRig({ mode: 'live' });
  rig.command({ ...START, ...over } as Command);
  const attempt = rig.attempts().at(-1);
  if (attempt === undefined) throw new RigProblem('nothing sent');
  rig.answer(attempt, { kind: 'accepted', value: { positionId: 'p1' } } as never);
  return rig;
}

describe('after the close', () => {
  it('an intraday leg is open, with its contract, units, since when and what to type', () => {
    const rig = startedRig();
    const { symbol } = rig.hold(aLeg());
    expect(after(closed(rig))).toMatchObject([
      {
        kind: 'leg',
        runId: RUN,
        name: 'ce',
        symbol,
        netUnits: -75,
        sinceMs: expect.any(Number) as number,
        next: [`sauda flatten ${RUN} --reason "…"`],
      },
    ]);
  });

  it('a carry-forward leg is held on purpose, until something was to close it', () => {
    const rig = startedRig();
    rig.hold(CARRIED);
    expect(leftOpen(rig.engine.view(), true)).toEqual([]);
    rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' });
    expect(after(closed(rig))).toMatchObject([{ kind: 'leg', why: 'not squared off: 15:10' }]);
  });

  it('a carry-forward leg of a run that failed is open', () => {
    const rig = startedRig();
    rig.hold(CARRIED);
    rig.step({ kind: 'run-ended', runId: RUN, how: 'failed', detail: 'a slip' });
    expect(after(closed(rig))).toMatchObject([{ kind: 'leg' }]);
  });

  it('a paused leg is open', () => {
    const rig = new Rig();
    rig.step({ kind: 'run-started', run: aRun(), policies: { foreignOrders: 'pause-leg' } });
    const entry = rig.hold(CARRIED);
    const blank = { status: 'open', filledUnits: 0, filledValuePaise: 0 } as const;
    rig.show(filled({ ...entry, ...blank, orderId: 'by-hand', tag: '', side: 'buy' }, 9_000));
    expect(after(closed(rig))).toMatchObject([{ kind: 'leg', why: /paused/ }]);
  });

  it('a carried leg that no one has confirmed is open, with what the morning brings and what to type', () => {
    const rig = new Rig();
    const overnight = { since: '2026-11-18', doubt: 'not-confirmed' } as const;
    const of = { leg: 'ce', contract: CE, netUnits: 75, openValuePaise: 75, lastPaise: 1 };
    rig.step({ kind: 'run-started', run: aRun(), carried: [{ ...of, overnight }] });
    expect(after(closed(rig))).toMatchObject([
      {
        kind: 'leg',
        why: /not confirmed.*the next trading day shows it, and sends nothing for it until you confirm it/,
        next: [
          `sauda resolve ${RUN}/ce --as open --reason "…"`,
          `sauda resolve ${RUN}/ce --as closed --reason "…"`,
          `sauda flatten ${RUN} --reason "…"`,
        ],
      },
    ]);
    const [paused] = statusOf(rig.engine.view()).pausedLegs;
    expect(paused).toMatchObject({ cause: 'carried', next: after(rig)[0]?.next });
  });

  it('a flat day leaves nothing open', () => {
    const rig = startedRig();
    const entry = rig.hold(CARRIED);
    const blank = { status: 'open', filledUnits: 0, filledValuePaise: 0 } as const;
    rig.show(filled({ ...entry, ...blank, orderId: 'by-hand', tag: '', side: 'buy' }, 9_000));
    expect(after(closed(rig))).toEqual([]);
  });

  it('a leg that was closed by hand and again by its exit is in doubt', () => {
    const rig = new Rig();
    rig.step({ kind: 'run-started', run: aRun(), policies: { foreignOrders: 'alert' } });
    const entry = rig.hold(aLeg());
    const blank = { status: 'open', filledUnits: 0, filledValuePaise: 0 } as const;
    rig.show(filled({ ...entry, ...blank, orderId: 'by-hand', tag: '', side: 'buy' }, 9_000));
    const exit = rig.work(aLeg({ role: 'exit', side: 'buy' }));
    rig.show(filled(exit, 9_000));
    expect(after(closed(rig))).toMatchObject([{ kind: 'in-doubt', netUnits: 0 }]);
  });

  it('what orders hold that are in no book is open, with nothing to type', () => {
    const record = filled(startedRig().work(aLeg()), 10_000);
    const rig = startedRig();
    rig.show(record);
    expect(after(closed(rig))).toMatchObject([
      { kind: 'in-no-book', runId: null, netUnits: -75, next: [] },
    ]);
  });

  it.each([
    ['with an exit time that has come', {}, false],
    ['without an exit time', { exitTime: null }, true],
  ])('a custom position %s', (_, over, isOpen) => {
    expect(after(closed(started(over))).length > 0).toBe(isOpen);
  });

  it('a custom position whose square-off was refused is open', () => {
    const rig = started();
    rig.command({ kind: 'squareOffPosition', position: 'morning' });
    const attempt = rig.attempts().at(-1);
    if (attempt === undefined) throw new RigProblem('nothing sent');
    const envelope = { status: 404, code: 'NOT_FOUND', message: '', details: {} };
    const rejection = { form: 'error-envelope', ...envelope } as const;
    rig.answer(attempt, { kind: 'rejected', rejection });
    expect(after(closed(rig))).toMatchObject([
      {
        ...{ kind: 'custom-position', name: `${RUN}/morning`, symbol: 'p1' },
        next: [
          `sauda flatten ${RUN} --reason "…"`,
          `sauda resolve ${RUN}/morning --as closed --reason "…"`,
          `sauda resolve ${RUN}/morning --as started --id POSITION_ID --reason "…"`,
        ],
      },
    ]);
  });
});

describe('before the close', () => {
  it('all that is held is open: no one watches it', () => {
    const rig = started();
    rig.hold(CARRIED);
    const kinds = leftOpen(rig.engine.view(), false).map(({ kind }) => kind);
    expect(kinds).toEqual(['leg', 'custom-position']);
  });
});

const why = (rig: EngineRig, isOver = true): readonly string[] =>
  didNotRun(rig.engine.view(), isOver).map((of) => of.why);

describe('a strategy did not run', () => {
  it('when every entry was refused for want of data', () => {
    const rig = startedRig();
    rig.orders();
    rig.place(aLeg());
    rig.pass(6_000);
    expect(why(rig)).toEqual(['every entry was refused for missing or old data']);
    expect(why(rig, false)).toEqual([]);
    rig.fresh();
    rig.place(aLeg());
    rig.fresh();
    expect(rig.sent('place')).toHaveLength(1);
    expect(why(rig)).toEqual([]);
  });

  it('not when something else refused one, as a limit that it reached', () => {
    const rig = startedRig();
    rig.orders();
    rig.place(aLeg());
    rig.pass(6_000);
    rig.place(aLeg({ quantityUnits: 1 }));
    expect(why(rig)).toEqual([]);
  });

  it('though its exits were refused too, as nothing was held', () => {
    const rig = startedRig();
    rig.orders();
    rig.place(aLeg());
    rig.pass(6_000);
    rig.place(aLeg({ role: 'exit', side: 'buy' }));
    expect(why(rig)).toHaveLength(1);
  });

  it('when it watches prices and none came', () => {
    const rig = startedRig();
    rig.watch({ kind: 'index', underlying: 'NIFTY' });
    rig.pass(60_000);
    expect(why(rig)).toEqual(['no price came for anything that it watches']);
    rig.quotes(aQuote({ symbol: 'NIFTY' }));
    expect(why(rig)).toEqual([]);
  });

  it('when it failed, or was held, before it decided anything', () => {
    const failed = startedRig();
    failed.step({ kind: 'run-ended', runId: RUN, how: 'failed', detail: 'a slip' });
    expect(why(failed, false)).toEqual(['it failed before it decided anything: a slip']);
    const held = startedRig();
    held.step({ kind: 'run-held', runId: RUN, detail: 'changed' });
    expect(why(held, false)).toEqual(['it was held before it decided anything: changed']);
  });

  it('not when it simply wanted nothing', () => {
    const rig = startedRig();
    rig.watch({ kind: 'contract', contract: CE });
    rig.quotes(aQuote(CE));
    expect(why(rig)).toEqual([]);
  });
});
