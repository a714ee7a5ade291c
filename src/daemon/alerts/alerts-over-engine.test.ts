import { describe, expect, it, vi } from 'vitest';

import { AlertRig } from '../../../test/support/alert-rig.ts';
import {
  aLeg,
  aQuote,
  CE,
  filled,
  PE,
  RigProblem,
  RUN,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { STOP, takenAll } from '../../../test/support/stop-rig.ts';
import { Recount } from '../../engine/reconciling/recount.ts';
import { type Lock } from '../../model/orders/halt-and-lock.ts';
import { type Order } from '../../model/orders/order.ts';
import { NO_PROTECTIONS } from '../../model/runs/run-policies.ts';

const reason = 'looked';

function opened(...made: ConstructorParameters<typeof AlertRig>): AlertRig {
  const rig = new AlertRig(...made);
  rig.openDay();
  rig.engine.fresh();
  return rig;
}

/**
 * Fills the exits that were placed since the last look.
 *
 * @throws {RigProblem} when none was
 */
function fillExits({ engine }: AlertRig): void {
  const taken = takenAll(engine);
  const [entry] = engine.book.values();
  if (entry === undefined || taken.length === 0) throw new RigProblem('no exit was placed');
  const exits = taken.map((element): Order => {
    return filled({ ...entry, ...element, orderId: `id-${element.tag}`, status: 'open' }, 10_000);
  });
  engine.pass(1_000);
  engine.show(...exits);
}

describe('an alert over a real engine', () => {
  it('unknown-start fires at once, and clears when it is resolved', async () => {
    const rig = opened();
    const { engine } = rig;
    engine.command({
      ...{ kind: 'startPosition', position: 'morning', alertName: 'morning' },
      ...{ exitTime: null, ticker: 'NIFTY', legs: [{}] },
    });
    const [start] = engine.sent('start-position');
    if (start === undefined) throw new RigProblem('nothing was started');
    engine.answer(start, TIMEOUT);
    expect(await rig.after(0)).toEqual(['fired unknown-start']);
    const [{ name } = { name: '' }] = engine.engine.view().unknownStarts;
    const request = { action: 'resolve', tag: name, as: 'absent', reason } as const;
    engine.step({ kind: 'operator-asked', request });
    expect(await rig.after(0)).toEqual(['cleared unknown-start']);
  });

  it('not-flat fires when a square-off does not end, and clears when its legs are flat', async () => {
    const rig = opened();
    rig.engine.hold(aLeg());
    rig.engine.command({ kind: 'squareOff', legs: 'all', reason: 'the end' });
    rig.engine.fresh(...rig.engine.book.values());
    expect(await rig.after(0)).toEqual([]);
    rig.engine.pass(61_000);
    rig.engine.fresh(...rig.engine.book.values());
    expect(await rig.after(0)).toContain('fired not-flat');
    fillExits(rig);
    rig.engine.fresh(...rig.engine.book.values());
    expect(await rig.after(0)).toContain('cleared not-flat');
  });

  it('leg-unprotected fires when a stop does not stand in time, and clears when the leg is flat', async () => {
    const rig = opened();
    rig.engine.hold(aLeg());
    rig.engine.place(STOP);
    rig.engine.pass(4_900);
    expect(await rig.after(0)).toEqual([]);
    rig.engine.pass(200);
    expect(await rig.after(0)).toEqual(['fired leg-unprotected']);
    takenAll(rig.engine);
    expect(await rig.after(0)).toEqual(['cleared leg-unprotected']);
  });

  it('entries-locked fires when a limit is reached, and clears when the lock ends', async () => {
    const cooled = { ...NO_PROTECTIONS, lossesInRowMax: 1, cooldownMs: 60_000 };
    const rig = opened({}, { policies: { protections: cooled } });
    rig.engine.hold(aLeg(), 10_000);
    rig.engine.place(aLeg({ role: 'exit', side: 'buy' }));
    const [entry] = rig.engine.book.values();
    const [exit] = takenAll(rig.engine);
    if (entry === undefined || exit === undefined) throw new RigProblem('no exit');
    const made = { ...entry, ...exit, orderId: 'exit', status: 'open' } as const;
    rig.engine.show(filled(made, 11_000));
    rig.engine.pass(1_000);
    expect(await rig.after(0)).toEqual(['fired entries-locked']);
    rig.engine.pass(60_000);
    rig.engine.fresh(...rig.engine.book.values());
    expect(await rig.after(0)).toEqual(['cleared entries-locked']);
  });

  it('entries-locked is a warning that is sent once a week for the loss of a week, with the all clear as another begins', async () => {
    const rig = opened();
    const isOfLocks = (sent: string): boolean => sent.endsWith('entries-locked');
    const weekOf = (runId: string | null): Lock => {
      return { runId, protection: 'week-loss', reason: 'loss', sinceMs: 0, untilMs: 1 };
    };
    rig.over = { locks: [weekOf('straddle@2026-11-17/paper'), weekOf(null)] };
    expect(await rig.after(0)).toEqual(['fired entries-locked', 'fired entries-locked']);
    expect(rig.sent.map(({ severity }) => severity)).toEqual(['warning', 'warning']);
    rig.over = { locks: [weekOf('straddle@2026-11-18/paper'), weekOf(null)] };
    rig.closeDay();
    rig.openDay('2026-11-18');
    expect((await rig.after(7 * 3_600_000)).filter(isOfLocks)).toEqual([]);
    rig.over = { locks: [] };
    rig.closeDay();
    rig.openDay('2026-11-23');
    expect((await rig.after(0)).filter(isOfLocks)).toEqual([
      'cleared entries-locked',
      'cleared entries-locked',
    ]);
  });

  it('a run that the operator paused is no alert', async () => {
    const rig = opened();
    const request = { action: 'pause', runId: RUN, reason } as const;
    rig.engine.step({ kind: 'operator-asked', request });
    expect(await rig.after(0)).toEqual([]);
  });

  it.each([
    ['preflight', 'no-go'],
    ['arming', 'entries-vetoed'],
  ] as const)('what %s keeps entries back for is %s, until it ends', async (by, code) => {
    const rig = opened();
    const veto = { by, code: 'any', runId: null, found: 'found', next: 'do it' };
    rig.engine.step({ kind: 'vetoes-changed', vetoes: [veto] });
    expect(await rig.after(0)).toEqual([`fired ${code}`]);
    rig.engine.step({ kind: 'vetoes-changed', vetoes: [] });
    expect(await rig.after(0)).toEqual([`cleared ${code}`]);
  });

  it('strategy-ended fires when a strategy fails, and clears on the next trading day', async () => {
    const rig = opened();
    rig.engine.step({ kind: 'run-ended', runId: RUN, how: 'failed', detail: 'it threw' });
    expect(await rig.after(0)).toEqual(['fired strategy-ended']);
    rig.closeDay();
    // The engine of the next day has runs of its own.
    rig.over = { runs: [] };
    rig.openDay('2026-11-23');
    expect(await rig.after(0)).toEqual(['cleared strategy-ended']);
  });

  it('run-held fires when a run is held, and clears when it is released', async () => {
    const rig = opened();
    rig.engine.step({ kind: 'run-held', runId: RUN, detail: 'it decides otherwise' });
    expect(await rig.after(0)).toEqual(['fired run-held']);
    const request = { action: 'release', runId: RUN, how: 'adopt', reason } as const;
    rig.engine.step({ kind: 'operator-asked', request });
    expect(await rig.after(0)).toEqual(['cleared run-held']);
  });

  it('leg-paused fires when an order of no run closes a leg, and clears when that is released', async () => {
    const rig = opened({}, { policies: { foreignOrders: 'pause-leg' } });
    const mine = rig.engine.hold(aLeg());
    const hand = { ...mine, orderId: 'by-hand', tag: '', side: 'buy', status: 'open' } as const;
    rig.engine.show(filled({ ...hand, filledUnits: 0, filledValuePaise: 0 }, 10_000));
    rig.engine.quotes(aQuote(CE), aQuote(PE));
    expect(await rig.after(0)).toContain('fired leg-paused');
    const request = { action: 'release', runId: RUN, how: 'adopt', reason } as const;
    rig.engine.step({ kind: 'operator-asked', request });
    expect(await rig.after(0)).toContain('cleared leg-paused');
  });

  it('comparator fires when the books differ from the count of what was sent, and clears by resume', async () => {
    const rig = opened();
    const order = rig.engine.work(aLeg());
    using counted = vi.spyOn(Recount.prototype, 'overAdopted').mockReturnValue(['by-hand']);
    rig.engine.show(filled(order, 10_000));
    expect(await rig.after(0)).toEqual(['fired comparator']);
    counted.mockReturnValue([]);
    rig.engine.fresh(...rig.engine.book.values());
    const request = { action: 'resume', reason } as const;
    rig.engine.step({ kind: 'operator-asked', request });
    expect(await rig.after(0)).toEqual(['cleared comparator']);
  });

  it('books-differ fires when the books differ in yet another way, and clears when they agree', async () => {
    const rig = opened();
    const order = rig.engine.work(aLeg());
    using counted = vi.spyOn(Recount.prototype, 'overAdopted').mockReturnValue(['by-hand']);
    rig.engine.show(filled(order, 10_000, 25));
    expect(await rig.after(0)).toEqual(['fired comparator']);
    counted.mockReturnValue(['by-hand', 'another']);
    rig.engine.show(filled(order, 10_000, 50));
    expect(await rig.after(0)).toEqual(['fired books-differ']);
    counted.mockReturnValue([]);
    rig.engine.show(filled(order, 10_000));
    expect(await rig.after(0)).toEqual(['cleared books-differ']);
  });

  it('clock-offset fires when the clock is behind the platform, and clears when it agrees', async () => {
    const rig = opened();
    rig.engine.step({ kind: 'platform-clock-differs', aheadMs: -3_000 });
    expect(await rig.after(0)).toEqual(['fired clock-offset']);
    rig.engine.step({ kind: 'platform-clock-differs', aheadMs: 0 });
    expect(await rig.after(0)).toEqual(['cleared clock-offset']);
  });

  it('a clock that is ahead of the platform halts, and that is the alert', async () => {
    const rig = opened();
    rig.engine.step({ kind: 'platform-clock-differs', aheadMs: 3_000 });
    expect(await rig.after(0)).toEqual(['fired halted']);
    expect(rig.sent[0]?.title).toContain('by the clock');
  });
});
