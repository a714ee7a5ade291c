import { expect, it } from 'vitest';

import { aLeg, aRun, EngineRig, RigProblem, RUN, TIMEOUT } from '../../test/support/engine-rig.ts';
import { type OperatorRequest } from '../model/orders/operator-request.ts';

const reason = 'it looks odd';

/** An engine with a run, and the codes of what it says. */
class ToldRig {
  readonly rig = new EngineRig();
  #read = 0;

  constructor() {
    this.rig.step({ kind: 'run-started', run: aRun() });
    this.rig.fresh();
    this.codes();
  }

  ask(request: OperatorRequest): readonly string[] {
    this.rig.step({ kind: 'operator-asked', request });
    return this.codes();
  }

  codes(): readonly string[] {
    const fresh = this.rig.effects.slice(this.#read);
    this.#read = this.rig.effects.length;
    return fresh.flatMap((effect) => (effect.kind === 'notice' ? [effect.notice.code] : []));
  }
}

it('says what came of each request of the operator, and of one that changes nothing', () => {
  const told = new ToldRig();
  const asked: readonly (readonly [OperatorRequest, string])[] = [
    [{ action: 'pause', runId: RUN, reason }, 'entries-paused'],
    [{ action: 'pause', runId: RUN, reason }, 'pause-declined'],
    [{ action: 'pause', runId: 'nosuch', reason }, 'run-unknown'],
    [{ action: 'resume', runId: RUN, reason }, 'run-may-enter-again'],
    [{ action: 'flatten', runId: RUN, reason }, 'flattened'],
    [{ action: 'resume', runId: RUN, reason }, 'run-may-enter-again'],
    [{ action: 'halt', state: 'halted', reason }, 'halted'],
    [{ action: 'halt', state: 'halted', reason }, 'halted-as-asked'],
    [{ action: 'resume', reason }, 'resumed'],
    [{ action: 'resolve', tag: 'nosuch', as: 'absent', reason }, 'cannot-resolve'],
    [{ action: 'release', runId: RUN, how: 'adopt', reason }, 'release-declined'],
  ];
  expect(asked.map(([request]) => told.ask(request))).toEqual(asked.map(([, code]) => [code]));
});

it('says at once that an order has no certain outcome, and that no poll has shown it', () => {
  const told = new ToldRig();
  told.rig.place(aLeg());
  const [attempt] = told.rig.sent('place');
  if (attempt === undefined) throw new RigProblem('nothing was placed');
  told.rig.answer(attempt, TIMEOUT);
  expect(told.codes()).toEqual(['order-unknown']);
  told.rig.pass(31_000);
  expect(told.codes()).toEqual(['order-unaccounted']);
});
