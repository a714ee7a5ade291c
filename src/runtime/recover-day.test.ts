import { expect, it } from 'vitest';

import { type Effect } from '../engine/effect.ts';
import { type EngineEvent } from '../engine/event.ts';
import { EventDecoder } from '../engine/event-codec.ts';
import { type Json } from '../base/json.ts';
import { type HostedRun } from './hosted-run.ts';
import { recoverDay } from './recover-day.ts';
import { header, QUIET } from './testing/quiet-run.ts';

const DUE_MS = 1_000;
const CLOSE = { kind: 'session-edge', edge: 'close' } as const;

/** What happens to a run with a moment at 1 s when something is recorded later that shows it a close. */
function replayedAt(atMs: number): readonly string[] {
  const log: string[] = [];
  let timerMs: number | null = DUE_MS;
  const noted = (how: string) => (nowMs: number) => {
    log.push(`${how} @${String(nowMs)}`);
    timerMs = null;
    return QUIET;
  };
  const run: HostedRun = {
    header,
    start: () => QUIET,
    deliver: (input) => noted('shown')(input.atMs),
    advanceTo: noted('in time'),
    passGap: noted('missed'),
    nextTimerMs: () => timerMs,
    nextPriceMs: () => null,
    stop: () => undefined,
  };
  const shown: Effect = { kind: 'deliver', runId: header.runId, input: { ...CLOSE, atMs } };
  const events: readonly EngineEvent[] = [
    { kind: 'run-started', atMs: 0, run: header },
    { kind: 'operator-asked', atMs, request: { action: 'resume', reason: '' } },
  ];
  const entries = events.map((event) => {
    return {
      kind: 'event',
      atMs: event.atMs,
      event: JSON.parse(JSON.stringify(event)) as Json,
    } as const;
  });
  const decoder = new EventDecoder();
  const recovered = recoverDay(entries, {
    engine: { step: ({ kind }) => (kind === 'operator-asked' ? [shown] : []) },
    decode: (event) => decoder.decode(event),
    remake: () => ({ run, divergence: null }),
  });
  expect(recovered.ok).toBe(true);
  return log;
}

it('takes a moment for missed before the run is shown what came after a sleep', () => {
  expect(replayedAt(601_000)).toEqual(['missed @601000', 'shown @601000']);
});

it('leaves a moment that is only just due to the run itself', () => {
  expect(replayedAt(DUE_MS + 2_000)).toEqual(['shown @3000']);
});
