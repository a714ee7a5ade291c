import { describe, expect, it } from 'vitest';

import {
  at,
  type EngineRig,
  REFUSED,
  RUN,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { type Bar, type HistoryAsked } from '../../model/market/bar.ts';
import { type Outcome } from '../../ports/outcome.ts';
import { NO_HISTORY_ANSWER } from '../../ports/prices.ts';
import { type Effect } from '../effect.ts';

const ASKED: HistoryAsked = {
  underlying: 'NIFTY',
  minutes: 15,
  count: 2,
  beforeMs: at('09:19'),
};
const BAR: Bar = {
  symbol: 'NIFTY',
  startMs: at('09:15') - 86_400_000,
  endMs: at('09:30') - 86_400_000,
  ...{ openPaise: 1, highPaise: 3, lowPaise: 1, closePaise: 2 },
};
const BROUGHT: Outcome<readonly Bar[]> = { kind: 'accepted', value: [BAR] };

const watching = (): EngineRig => {
  const rig = startedRig();
  rig.watch({ kind: 'history', ...ASKED });
  return rig;
};
const answer = (rig: EngineRig, outcome: Outcome<readonly Bar[]>): readonly Effect[] =>
  rig.step({
    kind: 'poll-ended',
    startedAtMs: rig.nowMs,
    subject: 'history',
    asked: ASKED,
    outcome,
  });
const timesAsked = (rig: EngineRig): number =>
  rig.effects.filter((effect) => effect.kind === 'poll' && effect.poll.subject === 'history')
    .length;
const shown = (effects: readonly Effect[]): readonly unknown[] =>
  effects.flatMap((effect) =>
    effect.kind === 'deliver' && effect.input.kind === 'history-observed'
      ? { runId: effect.runId, ...effect.input.answer }
      : [],
  );

describe('bars of the past that a run watches for', () => {
  it('are asked for once, and shown once', () => {
    const rig = watching();
    rig.pass(1_000);
    expect(timesAsked(rig)).toBe(1);
    expect(shown(answer(rig, BROUGHT))).toEqual([{ runId: RUN, bars: [BAR], failure: null }]);
    const before = rig.effects.length;
    rig.pass(60_000);
    rig.watch();
    rig.watch({ kind: 'history', ...ASKED });
    rig.pass(60_000);
    expect(shown(rig.effects.slice(before))).toEqual([]);
    expect(timesAsked(rig)).toBe(1);
  });

  it('are asked for a second after they are over', () => {
    const rig = startedRig();
    const effects = rig.watch({ kind: 'history', ...ASKED, beforeMs: at('09:30') });
    expect(effects).toContainEqual(expect.objectContaining({ kind: 'wake' }));
    rig.to('09:30');
    expect(timesAsked(rig)).toBe(0);
    rig.pass(1_000);
    expect(timesAsked(rig)).toBe(1);
  });

  it('are asked for again, ever less often, while the source fails', () => {
    const rig = watching();
    const asked: number[] = [];
    for (let second = 0; second < 40; second += 1) {
      if (timesAsked(rig) > asked.length) {
        asked.push(second);
        answer(rig, second % 2 === 0 ? TIMEOUT : REFUSED);
      }
      rig.pass(1_000);
    }
    expect(asked).toEqual([0, 1, 3, 7, 15, 23]);
    expect(shown(rig.effects)).toEqual([
      {
        runId: RUN,
        bars: [],
        failure: 'connection refused (given up after 6 requests in 30 s)',
      },
    ]);
  });

  it('are given up where no answer comes, and one that comes late changes nothing', () => {
    const rig = watching();
    rig.pass(29_999);
    expect(shown(rig.effects)).toEqual([]);
    expect(shown(rig.pass(1))).toEqual([
      { runId: RUN, bars: [], failure: 'no answer (given up after 1 request in 30 s)' },
    ]);
    expect(shown(answer(rig, BROUGHT))).toEqual([]);
  });

  it('are given up at once where the source has none', () => {
    const rig = watching();
    expect(shown(answer(rig, NO_HISTORY_ANSWER))).toMatchObject([
      { bars: [], failure: expect.stringContaining('current ones only') as string },
    ]);
    rig.pass(60_000);
    expect(timesAsked(rig)).toBe(1);
  });

  it('are asked for afresh after a restart, unless they were settled', () => {
    const rig = watching();
    rig.pass(25_000);
    rig.step({ kind: 'restarted', lastAtMs: rig.nowMs });
    expect(timesAsked(rig)).toBe(2);
    rig.pass(10_000);
    expect(shown(answer(rig, BROUGHT))).toHaveLength(1);
    rig.step({ kind: 'restarted', lastAtMs: rig.nowMs });
    rig.pass(60_000);
    expect(timesAsked(rig)).toBe(2);
    expect(shown(rig.effects)).toHaveLength(1);
  });

  it('wait for a run that is held, and come after it is adopted', () => {
    const rig = watching();
    rig.step({ kind: 'run-held', runId: RUN, detail: 'it differs' });
    expect(shown(answer(rig, BROUGHT))).toEqual([]);
    const release = { action: 'release', runId: RUN, how: 'adopt', reason: 'looked at' } as const;
    expect(shown(rig.step({ kind: 'operator-asked', request: release }))).toEqual([]);
    expect(shown(rig.pass(1))).toHaveLength(1);
  });
});
