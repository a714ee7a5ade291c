import { describe, expect, it } from 'vitest';

import { type Json } from '../base/json.ts';
import { type Effect } from '../engine/effect.ts';
import { type EngineEvent } from '../engine/event.ts';
import { aRecipe, header, QUIET, scriptedHost } from '../../test/support/quiet-run.ts';
import { type Input } from '../model/runs/input.ts';
import { type RunHeader } from '../model/runs/run.ts';
import { type JournalEntry, type RunDescription } from '../ports/journal.ts';
import { recoverDay } from './recover-day.ts';
import { encoded, recoverAgain } from '../../test/support/recover-again.ts';

const SECOND: RunHeader = { ...header, runId: 'b@2026-11-20/paper' };
const CLOSE = { kind: 'session-edge', edge: 'close' } as const;

/** What is on record, and when each run has its one moment. */
interface Recorded {
  readonly events: readonly EngineEvent[];
  readonly dueMs: Readonly<Record<string, number>>;
  /** When all runs are shown a close. @default never */
  readonly shownAtMs?: number;
}

function started(run: RunHeader): EngineEvent {
  return { kind: 'run-started', atMs: 0, run };
}

/** Something that concerns no run. */
function noted(atMs: number): EngineEvent {
  return { kind: 'operator-asked', atMs, request: { action: 'resume', reason: '' } };
}

function recipeWith(dueMs: number | null, { of, log }: { of: RunHeader; log: string[] }) {
  let timerMs = dueMs;
  const note = (how: string, nowMs: number) => {
    if (timerMs !== null && timerMs <= nowMs) timerMs = null;
    log.push(`${of.runId.slice(0, 1)} ${how} @${String(nowMs)}`);
    return QUIET;
  };
  const pass = (how: string) => (nowMs: number) => {
    return timerMs === null || timerMs > nowMs ? QUIET : note(how, nowMs);
  };
  const shown = {
    deliver: (input: Input) => note('shown', input.atMs),
    advanceTo: pass('in time'),
    passGap: pass('missed'),
    nextTimerMs: () => timerMs,
  };
  return aRecipe(shown, of);
}

/** How each moment came to its run, and what was shown to it. */
function replayed({ events, dueMs, shownAtMs }: Recorded): readonly string[] {
  const log: string[] = [];
  const entries = events.map((event) => {
    const { atMs } = event;
    return { kind: 'event', atMs, event: JSON.parse(JSON.stringify(event)) as Json } as const;
  });
  const step = ({ atMs }: EngineEvent): readonly Effect[] => {
    if (atMs !== shownAtMs) return [];
    return Object.keys(dueMs).map((runId) => {
      return { kind: 'deliver', runId, input: { ...CLOSE, atMs } };
    });
  };
  const recovered = recoverDay(entries, {
    engine: { step },
    host: scriptedHost(),
    remake: (of) => {
      return { recipe: recipeWith(dueMs[of.runId] ?? null, { of, log }), divergence: null };
    },
  });
  expect(recovered.ok).toBe(true);
  return log;
}

describe('a moment of a recovered run', () => {
  it.each([
    { what: 'a sleep', atMs: 601_000, missed: ['a missed @601000'] },
    { what: 'five seconds and a millisecond', atMs: 6_001, missed: ['a missed @6001'] },
    { what: 'five seconds', atMs: 6_000, missed: [] },
    { what: 'two seconds', atMs: 3_000, missed: [] },
  ])('is missed, or left to the run, before that is shown what came $what later', (of) => {
    const { atMs, missed } = of;
    const events = [started(header), noted(atMs)];
    const dueMs = { [header.runId]: 1_000 };
    const shown = `a shown @${String(atMs)}`;
    expect(replayed({ events, dueMs, shownAtMs: atMs })).toEqual([...missed, shown]);
  });

  it('is missed by all runs, not by the first alone', () => {
    const events = [started(header), started(SECOND), noted(9_000)];
    const dueMs = { [header.runId]: 1_000, [SECOND.runId]: 1_000 };
    expect(replayed({ events, dueMs, shownAtMs: 9_000 })).toEqual([
      'a missed @9000',
      'b missed @9000',
      'a shown @9000',
      'b shown @9000',
    ]);
  });

  it('is missed where it was only just due when others were looked for', () => {
    // At 9 s, the first look more than 5 s after the start, it is 2 s late; at 13 s it is 6 s late.
    const events = [started(header), noted(9_000), noted(13_000)];
    const dueMs = { [header.runId]: 7_000 };
    expect(replayed({ events, dueMs, shownAtMs: 13_000 })).toEqual([
      'a missed @13000',
      'a shown @13000',
    ]);
  });

  it('is missed where no process ran when it came, however short that was', () => {
    const restarted: EngineEvent = { kind: 'restarted', atMs: 3_000, lastAtMs: 500, neverSent: [] };
    const later: EngineEvent = { kind: 'time-passed', atMs: 3_100 };
    const events = [started(header), restarted, later];
    expect(replayed({ events, dueMs: { [header.runId]: 1_000 } })).toEqual(['a missed @3000']);
  });

  it('is missed where its run was held when it came, and the operator adopted it', () => {
    const { runId } = header;
    const held: EngineEvent = { kind: 'run-held', atMs: 500, runId, detail: 'x' };
    const request = { action: 'release', runId, how: 'adopt', reason: 'looked' } as const;
    const adopted: EngineEvent = { kind: 'operator-asked', atMs: 3_000, request };
    const later: EngineEvent = { kind: 'time-passed', atMs: 3_100 };
    const events = [started(header), held, adopted, later];
    expect(replayed({ events, dueMs: { [runId]: 1_000 } })).toEqual(['a missed @3000']);
  });
});

it('passes over what the journal keeps for people alone', () => {
  const halt = { state: 'halted', sinceMs: 0, reason: 'bad day', by: 'operator' } as const;
  const of = { kind: 'day-opened', date: '2026-11-20', mode: 'paper', account: 'main' } as const;
  const entries: readonly JournalEntry[] = [
    { ...of, atMs: 0, build: 'b', halt, stores: {} },
    { kind: 'event', atMs: 0, event: { kind: 'time-passed', atMs: 0 } },
    { kind: 'halt', atMs: 0, halt },
    { kind: 'event', atMs: 1, event: { kind: 'time-passed', atMs: 1 } },
  ];
  const recovered = recoverDay(entries, {
    engine: { step: () => [] },
    host: scriptedHost(),
    remake: () => ({ recipe: null, divergence: null }),
  });
  expect(recovered).toMatchObject({ ok: true, value: { events: 2 } });
});

describe('a day made again', () => {
  const INTENT: JournalEntry = {
    kind: 'intent',
    atMs: 0,
    runId: header.runId,
    tag: 't1',
    leg: 'ce',
    role: 'entry',
    parametersHash: '0123456789',
    mode: 'paper',
    account: 'default',
    build: 'b1',
  };
  it('is held against what the journal says was made, whichever build made it', () => {
    const made = { ...INTENT, build: 'b2' };
    const engine = {
      step: (event: EngineEvent): readonly Effect[] =>
        event.atMs === 0 ? [{ kind: 'record', entry: made }] : [],
    };
    const first = encoded(noted(0));
    const later = encoded(noted(1));
    expect(recoverAgain([first, INTENT, later], { engine }).ok).toBe(true);
    expect(recoverAgain([first, { ...INTENT, tag: 't2' }, later], { engine }).ok).toBe(false);
    expect(recoverAgain([first, later], { engine }).ok).toBe(false);
    expect(recoverAgain([first, INTENT, INTENT, later], { engine }).ok).toBe(false);
  });

  it('says nothing of attempts where an intent alone is missing at its end', () => {
    const step = (): readonly Effect[] => [{ kind: 'record', entry: INTENT }];
    const day = recoverAgain([encoded(noted(0))], { engine: { step } });
    expect(day).toMatchObject({ ok: true, value: { folded: { neverSent: [] } } });
  });

  it('takes from the journal what was described before a run started', () => {
    const abouts: unknown[] = [];
    const about: RunDescription = {
      path: 'a.yaml',
      store: {},
      sourceHash: '1',
      config: { brokerId: 'b', limits: {}, policies: {} },
      configHash: '2',
      params: {},
      calendarVersion: '2026-12-31',
      build: 'b1',
    };
    const described = { kind: 'run-described', atMs: 0, runId: header.runId, about } as const;
    recoverAgain([described, encoded(started(header)), encoded(started(SECOND))], {
      remake: (...[, of]) => {
        abouts.push(of);
        return { recipe: null, divergence: null };
      },
    });
    expect(abouts).toEqual([about, null]);
  });

  it('owes what a run put into its store and the journal does not hold', () => {
    const change = (value: number): { key: string; value: number } => ({ key: 'k', value });
    const recipe = aRecipe({
      start: () => ({ ...QUIET, storeChanges: [change(1), change(2), change(3)] }),
    });
    const stored = (value: number): JournalEntry => {
      return { kind: 'store', atMs: 0, runId: header.runId, strategy: 'a', key: 'k', value };
    };
    const day = recoverAgain([encoded(started(header)), stored(1), stored(2)], {
      remake: () => ({ recipe, divergence: null }),
    });
    expect(day).toMatchObject({
      value: { folded: { runs: [{ owed: { storeChanges: [change(3)] } }] } },
    });
  });

  it('asks what changed since a run was adopted, of the run and what was adopted', () => {
    const { runId } = header;
    const about: RunDescription = {
      path: 'a.yaml',
      store: {},
      sourceHash: '1',
      config: { brokerId: 'b', limits: {}, policies: {} },
      configHash: '2',
      params: {},
      calendarVersion: '2026-12-31',
      build: 'b1',
    };
    const asked: unknown[] = [];
    const request = { action: 'release', runId, how: 'adopt', reason: 'looked' } as const;
    const day = recoverAgain(
      [
        encoded(started(header)),
        encoded({ kind: 'run-held', atMs: 1, runId, detail: 'x' }),
        { kind: 'run-described', atMs: 2, runId, about },
        encoded({ kind: 'operator-asked', atMs: 2, request }),
      ],
      {
        changedSinceAdopted: (...of) => {
          asked.push(of);
          return { kind: 'run', detail: 'its file changed once more' };
        },
      },
    );
    expect(asked).toEqual([[header, about]]);
    expect(day).toMatchObject({
      value: { folded: { held: [{ runId, detail: 'its file changed once more' }] } },
    });
  });
});
