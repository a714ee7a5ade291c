import { Subject } from 'rxjs';
import { expect, it, vi } from 'vitest';

import { aDay, aRun } from '../../test/support/engine-rig.ts';
import { codeOwner } from '../adapters/system/code-owner.ts';
import { strategyOf } from '../host/testing/scripted-run.ts';
import { type Command } from '../model/orders/command.ts';
import { type RunHost, type RunListener } from '../ports/run-host.ts';
import { alert } from '../strategy/commands.ts';
import { createHost, recipeOf } from './planned-run.ts';

const header = aRun();
const { runId } = header;
const atMs = aDay().sessions[0]?.startMs ?? 0;

function hostOf(run: () => Subject<Command>): () => RunHost {
  const loaded = { strategy: strategyOf(run), path: '/own.ts', params: {}, sourceHash: '' };
  const recipe = recipeOf({ header, loaded }, { day: aDay(), store: {}, carried: [] });
  return () => {
    const host = createHost(() => loaded);
    host.tell(runId, { kind: 'start', atMs, recipe });
    return host;
  };
}

it('lets the code of a run work as its own, in its turns alone', () => {
  let owner: unknown = null;
  const start = hostOf(() => {
    owner = codeOwner();
    return new Subject();
  });
  start();
  expect(owner).toEqual({ kind: 'run', runId });
  expect(codeOwner()).toBeNull();
});

it('says that a run did something outside of its turns when the code that did it has returned', async () => {
  const commands = new Subject<Command>();
  const onOutside = vi.fn<RunListener['onOutside']>();
  hostOf(() => commands)().listen({ onTurn: () => undefined, onOutside });
  commands.next(alert('info', 'uninvited'));
  expect(onOutside).not.toHaveBeenCalled();
  await new Promise(setImmediate);
  expect(onOutside).toHaveBeenCalledExactlyOnceWith(runId, expect.stringContaining('outside'));
});
