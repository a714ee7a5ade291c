import { map, merge, of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Command } from '../../model/orders/command.ts';
import { type Input } from '../../model/runs/input.ts';
import { alert } from '../../strategy/commands.ts';
import { ist } from '../testing/inputs.ts';
import { play, runOf, strategyOf } from '../testing/scripted-run.ts';
import { type TimedCommand } from '../../ports/run-host.ts';

const note = (message: unknown): Command => alert('info', String(message));
const said = ({ atMs, command }: TimedCommand): string =>
  `${new Date(atMs + 19_800_000).toISOString().slice(11, 19)} ${command.kind === 'alert' ? command.message : command.kind}`;

describe('other inputs', () => {
  const inputs: readonly Input[] = [
    { kind: 'session-edge', atMs: ist('09:15'), edge: 'open' },
    {
      kind: 'poll-failed',
      atMs: ist('09:16'),
      subject: 'orders',
      cause: 'timeout',
      lastGoodAtMs: null,
    },
    { kind: 'command-refused', atMs: ist('09:17'), commandIndex: 0, leg: 'ce', reason: 'stale' },
    {
      kind: 'position-changed',
      atMs: ist('09:18'),
      position: 'p',
      state: 'started',
      positionId: '7',
      detail: '',
    },
    {
      kind: 'signal-answered',
      atMs: ist('09:19'),
      commandIndex: 1,
      state: 'accepted',
      orderId: null,
      detail: '',
    },
    { kind: 'source-value', atMs: ist('09:20'), source: 'vix', value: 14 },
    { kind: 'source-value', atMs: ist('09:21'), source: 'other', value: 1 },
  ];

  it('come in the streams of their kind', () => {
    const vix = { name: 'vix', open: () => of(0) };
    const run = runOf(
      strategyOf(
        (context) =>
          merge(
            context.session.pipe(map(({ edge }) => edge)),
            context.pollFailures.pipe(map(({ cause }) => cause)),
            context.refusals.pipe(map(({ reason }) => reason)),
            context.customPositions.pipe(map(({ state }) => state)),
            context.signals.pipe(map(({ state }) => state)),
            context.from(vix),
          ).pipe(map(note)),
        [vix],
      ),
    );
    expect(play(run, inputs).map(said)).toEqual([
      '09:15:00 open',
      '09:16:00 timeout',
      '09:17:00 stale',
      '09:18:00 started',
      '09:19:00 accepted',
      '09:20:00 14',
    ]);
  });
});
