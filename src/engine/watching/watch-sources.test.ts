import { describe, expect, it } from 'vitest';

import { aRun, EngineRig, RUN } from '../../../test/support/engine-rig.ts';
import { type ExpectedSource } from '../../model/runs/expected-source.ts';

const VIX: ExpectedSource = { name: 'vix', staleAfterMs: 600_000 };
const RELOADED = { kind: 'run-reloaded', runId: RUN, by: 'save', changes: 0 } as const;
const HASHES = { sourceHash: 'b'.repeat(64), sourceHashBefore: 'a'.repeat(64) };

function started(from: string, ...sources: readonly ExpectedSource[]): EngineRig {
  const rig = new EngineRig({ from });
  rig.step({ kind: 'run-started', run: aRun(), sources });
  return rig;
}

function say(rig: EngineRig, source = 'vix'): void {
  rig.step({ kind: 'source-value', runId: RUN, source, value: { level: 14 } });
}

/** What was said of sources, with the clock of the engine. */
function told(rig: EngineRig): readonly string[] {
  return rig.effects.flatMap((effect) => {
    if (effect.kind !== 'notice') return [];
    const { code, facts } = effect.notice;
    if (code === 'source-stale') {
      return [`stale ${facts.source} ${String(facts.heardAtMs !== null)}`];
    }
    return code === 'source-speaks-again'
      ? [`again ${facts.source} ${String(facts.silentMs)}`]
      : [];
  });
}

describe('a source that is to speak in time', () => {
  it('is reported once a silence, and again when it speaks', () => {
    const rig = started('10:00', VIX);
    say(rig);
    rig.to('10:09');
    expect(told(rig)).toEqual([]);
    rig.to('10:10');
    rig.to('10:11');
    rig.to('10:30');
    expect(told(rig)).toEqual(['stale vix true']);
    expect(rig.engine.view().staleSources).toEqual([
      { runId: RUN, source: 'vix', heardAtMs: rig.nowMs - 1_800_000, staleAfterMs: 600_000 },
    ]);
    say(rig);
    say(rig);
    expect(told(rig)).toEqual(['stale vix true', 'again vix 1800000']);
    expect(rig.engine.view().staleSources).toEqual([]);
    rig.to('10:40');
    expect(told(rig)).toHaveLength(3);
  });

  it('wakes the engine for it, though nothing else comes', () => {
    const rig = started('10:00', VIX);
    const wakes = rig.effects.flatMap((of) => (of.kind === 'wake' ? [of.atMs] : []));
    expect(Math.min(...wakes) <= rig.nowMs + 600_000).toBe(true);
  });

  it('that has said nothing at all is reported a minute after the open, or ten after it was opened', () => {
    const early = started('08:30', { ...VIX, staleAfterMs: 86_400_000 });
    early.to('09:15');
    expect(told(early)).toEqual([]);
    early.to('09:16');
    expect(told(early)).toEqual(['stale vix false']);
    const late = started('10:00', { ...VIX, staleAfterMs: 86_400_000 });
    late.to('10:09');
    expect(told(late)).toEqual([]);
    late.to('10:10');
    expect(told(late)).toEqual(['stale vix false']);
  });

  it('has a minute, however short its values count, and after a restart', () => {
    const rig = started('10:00', { ...VIX, staleAfterMs: 1_000 });
    say(rig);
    rig.pass(59_999);
    expect(told(rig)).toEqual([]);
    const lastAtMs = rig.nowMs;
    rig.to('10:30');
    expect(told(rig)).toHaveLength(1);
    const other = started('10:00', VIX);
    say(other);
    other.nowMs += 3_600_000;
    other.step({ kind: 'restarted', lastAtMs });
    expect(told(other)).toEqual([]);
    other.pass(60_000);
    expect(told(other)).toEqual(['stale vix true']);
  });

  it('is no matter while the exchange is closed, for a run that has ended, or where it may be silent', () => {
    const closed = started('15:25', VIX);
    closed.to('16:30');
    expect(told(closed)).toEqual([]);
    const ended = started('10:00', VIX);
    ended.step({ kind: 'run-ended', runId: RUN, how: 'completed', detail: '' });
    ended.to('10:30');
    expect(told(ended)).toEqual([]);
    const free = started('10:00');
    say(free);
    free.to('12:00');
    expect(told(free)).toEqual([]);
  });

  it('is over at the close for the view', () => {
    const rig = started('10:00', VIX);
    rig.to('15:25');
    expect(rig.engine.view().staleSources).toHaveLength(1);
    rig.to('15:45');
    expect(rig.engine.view().staleSources).toEqual([]);
  });

  it('is what the source says that runs now', () => {
    const rig = started('10:00', VIX);
    say(rig);
    rig.to('10:05');
    const sources = [{ name: 'vix', staleAfterMs: 1_200_000 }];
    rig.step({ ...RELOADED, ...HASHES, sources });
    rig.to('10:19');
    expect(told(rig)).toEqual([]);
    rig.to('10:20');
    expect(told(rig)).toEqual(['stale vix true']);
    rig.step({ ...RELOADED, ...HASHES, sources: [] });
    expect(rig.engine.view().staleSources).toEqual([]);
  });
});
