import { expect, it } from 'vitest';

import { type Command } from '../model/orders/command.ts';
import { KernelRuns } from './kernel-runs.ts';
import { aRecipe, header, QUIET, scriptedHost } from '../../test/support/quiet-run.ts';

const LAST_WORD: Command = { kind: 'alert', severity: 'info', message: 'done' };

it('works in once what a run did at the push at which it ended', () => {
  const posted: string[] = [];
  const host = scriptedHost();
  const runs = new KernelRuns({
    host,
    post: ({ kind }) => posted.push(kind),
    turnOf: (work) => {
      work();
    },
    late: () => expect.unreachable(),
    onOutside: () => undefined,
  });
  const ended = { ...QUIET, state: 'completed', watches: [] } as const;
  let nextPriceMs: number | null = 1;
  const recipe = aRecipe({
    deliver: () => ({ ...ended, watches: null }),
    passBefore: () => {
      nextPriceMs = null;
      const commands = [{ atMs: 1, command: LAST_WORD }];
      return { ...ended, commands, atMs: 1, isOfPrice: true };
    },
    nextPriceMs: () => nextPriceMs,
  });
  runs.start(recipe, 0);
  expect(runs.passBefore(() => 10)?.state).toBe('completed');
  const seen = { observedAtMs: 1, ageMsMax: 0 };
  runs.deliver(header.runId, { kind: 'quotes-observed', atMs: 1, seen, quotes: [] });
  expect(posted).toEqual(['watches-changed', 'commands-emitted', 'run-ended']);
  expect(runs.has(header.runId)).toBe(false);
});
