import { expect, it } from 'vitest';

import { monotonicMs } from '../../adapters/system/machine-time.ts';
import { type RunCall, type RunHost, type RunRecipe } from '../../ports/run-host.ts';
import { header } from '../../../test/support/quiet-run.ts';
import { type SaidLine } from './said-lines.ts';
import { ServedRuns } from './served-runs.ts';

/** Code that is interrupted when it has run for so long, milliseconds. */
class Interrupted {
  readonly said: SaidLine[] = [];
  /** What code of runs did, in its order. */
  readonly ran: string[] = [];
  /** Whether each interruption was what it was meant for. */
  readonly meant: boolean[] = [];
  afterMs: number | null = null;
  readonly served = new ServedRuns(this.#host(), (said) => this.said.push(said));

  call(runId: string, call: RunCall): void {
    this.served.take({ runId, call });
  }

  start(runId: string): void {
    this.call(runId, { kind: 'start', atMs: 0, recipe: { header: { runId } } as RunRecipe });
  }

  #host(): RunHost {
    return {
      listen: () => undefined,
      tell: (runId, { kind }) => {
        this.#run(`${runId} ${kind}`);
      },
      stop: (runId) => {
        this.#run(`${runId} stop`);
      },
    };
  }

  #run(what: string): void {
    this.ran.push(what);
    const { afterMs } = this;
    if (afterMs === null) return;
    this.afterMs = null;
    for (const fromMs = monotonicMs(); monotonicMs() - fromMs < afterMs;);
    this.meant.push(this.served.takeInterruption());
  }
}

it('blames no code that has only begun when an interruption comes: it was meant for what returned before', () => {
  const code = new Interrupted();
  code.afterMs = 1;
  code.start('a');
  expect(code.meant).toEqual([false]);
  expect(code.said).toMatchObject([{ runId: 'a' }]);
});

it.each(['its turn', 'its end'] as const)(
  'runs nothing more of a run that was interrupted in %s',
  (where) => {
    const code = new Interrupted();
    code.start('a');
    code.afterMs = 60;
    if (where === 'its turn') code.call('a', { kind: 'fail', reason: '' });
    else code.served.take({ runId: 'a' });
    expect(code.meant).toEqual([true]);
    expect(code.said).toContainEqual({ interrupted: 'a' });
    code.ran.length = 0;
    code.call('a', { kind: 'pass-gap', atMs: 1 });
    code.served.take({ pass: 'gap', atMs: 2 });
    code.served.take({ runId: 'a' });
    expect(code.ran).toEqual([]);
  },
);

it('holds a run that it cannot begin again in a replay, as its parent takes it for running', () => {
  const code = new Interrupted();
  const divergence = { kind: 'run', detail: 'its file was changed since it was checked' } as const;
  const begin = { step: 'begin', header, remade: { recipe: null, divergence }, atMs: 0 } as const;
  code.served.take({ replay: begin });
  code.served.take({ replay: { step: 'finish', storeChanges: {} } });
  expect(code.said).toContainEqual({ held: header.runId, detail: divergence.detail });
});

it('says in the middle of a replay that it has done with what came, and goes on with it', () => {
  const code = new Interrupted();
  const recipe = { header } as RunRecipe;
  const remade = { recipe, divergence: null };
  code.served.take({ replay: { step: 'begin', header, remade, atMs: 0 } });
  code.served.take({ replay: { step: 'pause' } });
  expect(code.said.filter((said) => 'done' in said)).toHaveLength(1);
  expect(code.said.filter((said) => 'passed' in said)).toEqual([]);
  code.served.take({ replay: { step: 'time', atMs: 5, answeredBeforeMs: null } });
  code.served.take({ replay: { step: 'finish', storeChanges: {} } });
  expect(code.said.filter((said) => 'done' in said)).toHaveLength(2);
  expect(code.said).toContainEqual(expect.objectContaining({ passed: header.runId }));
});
