import { expect, it } from 'vitest';

import {
  aLeg,
  aRun,
  CE,
  EngineRig,
  filled,
  PE,
  RUN,
  startedRig,
} from '../../test/support/engine-rig.ts';
import { UnseenRig } from '../../test/support/unseen-rig.ts';
import { statusOf } from './day-status.ts';

it('shows a protective stop that rests, and an order without an answer', () => {
  const rig = startedRig();
  rig.hold(aLeg());
  const terms = { kind: 'stop', triggerPricePaise: 12_000, limitPricePaise: 12_500 } as const;
  const stop = rig.work(aLeg({ role: 'stop', side: 'buy', terms }));
  rig.place(aLeg({ leg: 'pe', contract: PE }));
  rig.nowMs += 1_000;
  rig.step({ kind: 'restarted', lastAtMs: rig.nowMs - 1_000 });
  const { working, unresolved } = statusOf(rig.engine.view());
  expect(working).toMatchObject([{ tag: stop.tag, role: 'stop', symbol: CE.symbol, terms }]);
  expect(unresolved).toMatchObject([{ leg: 'pe', state: 'unknown' }]);
});

it('shows a paused leg, since when, why, and what releases it', () => {
  const rig = new EngineRig();
  rig.step({ kind: 'run-started', run: aRun(), policies: { foreignOrders: 'pause-leg' } });
  const entry = rig.hold(aLeg());
  const blank = { status: 'open', filledUnits: 0, filledValuePaise: 0 } as const;
  rig.show(filled({ ...entry, ...blank, orderId: 'by-hand', tag: '', side: 'buy' }, 9_000));
  const [paused] = statusOf(rig.engine.view()).pausedLegs;
  expect(paused).toMatchObject({ runId: RUN, leg: 'ce', sinceMs: rig.nowMs });
  expect(paused?.reason).toContain('by-hand');
  expect(paused?.next).toEqual([
    `sauda release ${RUN} --how adopt --reason "…"`,
    `sauda flatten ${RUN} --reason "…"`,
  ]);
});

it('shows what releases a held run, and what ends a halt', () => {
  const rig = startedRig();
  expect(statusOf(rig.engine.view())).toMatchObject({ halt: { next: [] }, runs: [{ next: [] }] });
  rig.step({ kind: 'run-held', runId: RUN, detail: 'Its source was changed' });
  const request = { action: 'halt', state: 'halted', reason: 'r' } as const;
  rig.step({ kind: 'operator-asked', request });
  const { runs, halt } = statusOf(rig.engine.view());
  expect(runs[0]?.next).toHaveLength(3);
  expect(runs[0]?.next[1]).toBe(`sauda release ${RUN} --how flatten --reason "…"`);
  expect(halt.next).toEqual(['sauda resume --reason "…"']);
});

it('shows an order that was answered as accepted and not seen once, with what is known of it', () => {
  const rig = new UnseenRig();
  const { tag } = rig.send({ kind: 'accepted', orderId: null, detail: '' });
  const { unresolved, working } = statusOf(rig.engine.view());
  expect(working).toEqual([]);
  expect(unresolved).toMatchObject([
    {
      tag,
      state: 'accepted',
      detail: 'answered as accepted; no poll has looked for it yet',
      next: [`sauda resolve ${tag} --as absent --reason "…"`],
    },
  ]);
  rig.look(31);
  expect(statusOf(rig.engine.view()).unresolved[0]?.detail).toContain(
    '31 clean polls and 6 look-ups of its tag over 30 s of 60 s do not show it',
  );
});

it('shows an entry that is held with both ways to resolve it', () => {
  const rig = new UnseenRig();
  const { tag } = rig.send('lost');
  rig.look(61);
  expect(statusOf(rig.engine.view()).unresolved).toMatchObject([
    {
      isHeld: true,
      next: [
        `sauda resolve ${tag} --as resend --reason "…"`,
        `sauda resolve ${tag} --as absent --reason "…"`,
      ],
    },
  ]);
});
