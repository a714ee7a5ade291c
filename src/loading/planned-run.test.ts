import { Subject } from 'rxjs';
import { expect, it, vi } from 'vitest';

import { aDay, aRun } from '../../test/support/engine-rig.ts';
import { codeOwner } from '../adapters/system/code-owner.ts';
import { strategyOf } from '../host/testing/scripted-run.ts';
import { type Command } from '../model/orders/command.ts';
import { alert } from '../strategy/commands.ts';
import { makeRun } from './planned-run.ts';

const header = aRun();

function runOf(run: () => Subject<Command>): ReturnType<typeof makeRun> {
  const loaded = { strategy: strategyOf(run), path: '/own.ts', params: {}, sourceHash: '' };
  return makeRun({ header, loaded }, aDay(), { store: {}, carried: [] });
}

it('lets the code of a run work as its own, in its turns alone', () => {
  let owner: unknown = null;
  const run = runOf(() => {
    owner = codeOwner();
    return new Subject();
  });
  run.start(aDay().sessions[0]?.startMs ?? 0);
  expect(owner).toEqual({ kind: 'run', runId: header.runId });
  expect(codeOwner()).toBeNull();
});

it('says that a run did something outside of its turns when the code that did it has returned', async () => {
  const commands = new Subject<Command>();
  const run = runOf(() => commands);
  const told = vi.fn<(reason: string) => void>();
  run.whenOutside(told);
  run.start(aDay().sessions[0]?.startMs ?? 0);
  commands.next(alert('info', 'uninvited'));
  expect(told).not.toHaveBeenCalled();
  await new Promise(setImmediate);
  expect(told).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('outside'));
});
