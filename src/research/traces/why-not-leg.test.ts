import { expect, it } from 'vitest';

import { type EngineSquareOff } from '../../day/why/engine-square-offs.ts';
import { type LegStep, type Trace, type TraceStep } from '../../model/runs/trace.ts';
import { legReason } from './why-not-leg.ts';

const [OPENED_MS, CLOSED_MS] = [1_000, 9_000];
const BY_LIMIT = "the day's loss is ₹500.00, the limit ₹500.00";

function legStep(event: LegStep['event'], atMs: number): LegStep {
  const none = { role: null, pricePaise: null, detail: null };
  return { kind: 'leg', part: 0, event, atMs, ...none };
}

/** Why a leg is closed that both its own strategy and a limit had closed, each at its time. */
function closedAt(ownMs: number, limitMs: number): ReturnType<typeof legReason> {
  const command = { kind: 'squareOff', legs: ['ce'], reason: 'its exit time' } as const;
  const steps: readonly TraceStep[] = [
    legStep('opened', OPENED_MS),
    { kind: 'command', part: 0, atMs: ownMs, command },
    legStep('closed', CLOSED_MS),
  ];
  const part = { kind: 'leg', name: 'ce', line: 1, column: 1, trigger: 'at 10:00' } as const;
  const trace: Trace = {
    ...{ commands: [], parts: [part], steps },
    ...{ dropped: 0, startedAtMs: 0, endedAtMs: null },
  };
  const limit: EngineSquareOff = {
    ...{ atMs: limitMs, scope: 'all', origin: 'limit', reason: BY_LIMIT },
  };
  const moment = { fromMs: CLOSED_MS, untilMs: CLOSED_MS + 60_000 };
  return legReason({ trace, steps, moment, squareOffs: [limit], before: null });
}

it('a leg was closed by what wanted it flat first: its strategy, or a limit', () => {
  const closed = { code: 'closed', seenAtMs: CLOSED_MS };
  expect(closedAt(5_000, 6_000)).toEqual({ ...closed, detail: 'its exit time' });
  const closedBy = { origin: 'limit', atMs: 5_000 };
  expect(closedAt(6_000, 5_000)).toEqual({ ...closed, detail: BY_LIMIT, closedBy });
});

it('what closes a leg that was entered after its exits were shown is not known', () => {
  const steps: readonly TraceStep[] = [legStep('opened', OPENED_MS)];
  const trace: Trace = {
    ...{ commands: [], parts: [], steps },
    ...{ dropped: 0, startedAtMs: 0, endedAtMs: null },
  };
  const asked = { trace, steps, moment: { fromMs: CLOSED_MS, untilMs: 10_000 }, squareOffs: [] };
  const known = (stoodAtMs: number) => {
    const stood = { kind: 'leg-stood', part: 0, atMs: stoodAtMs } as const;
    const open = { ...stood, netUnits: -75, exits: [], awaits: null };
    return legReason({ ...asked, before: { stood: open, fromMs: 500 } });
  };
  expect(known(OPENED_MS - 1)).toMatchObject({ code: 'open', exits: 'not-known', missed: [] });
  expect(known(OPENED_MS)).toMatchObject({ exits: 'before-gap', seenAtMs: 500 });
});
