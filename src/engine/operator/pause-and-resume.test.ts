import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRun,
  type EngineRig,
  noticesOf,
  PE,
  refusalsOf,
  RUN,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';

const reason = 'result day';
const OTHER = 'other@2026-11-20/paper';

function ask(rig: EngineRig, request: OperatorRequest): void {
  rig.step({ kind: 'operator-asked', request });
}

function twoRuns(): EngineRig {
  const rig = startedRig();
  rig.start(aRun({ runId: OTHER, strategy: 'other' }));
  return rig;
}

/** Entries that left, by the run of their leg. */
function entered(rig: EngineRig): readonly string[] {
  const sent = rig.sent('place').flatMap(({ request }) => request.elements);
  const tags = new Map(rig.engine.view().intents.map(({ tag, runId }) => [tag, runId]));
  return sent.flatMap(({ tag, side }) => (side === 'sell' ? (tags.get(tag) ?? []) : []));
}

describe('a paused run', () => {
  it('enters nothing until it is resumed by its name, and closes what it has', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    ask(rig, { action: 'pause', runId: 'straddle', reason });
    expect(rig.engine.view().locks).toMatchObject([{ runId: RUN, protection: 'pause', reason }]);
    rig.place(aLeg({ leg: 'pe', contract: PE }));
    rig.place(aLeg({ role: 'exit', side: 'buy' }));
    rig.fresh(...rig.book.values());
    const sides = rig.sent('place').flatMap(({ request }) => request.elements.map((of) => of.side));
    expect(sides).toEqual(['buy']);
    expect(refusalsOf(rig.effects)).toEqual([
      expect.stringMatching(/The run is locked: result day.*when the operator resumes/),
    ]);
    ask(rig, { action: 'resume', runId: 'straddle', reason: 'it is out' });
    expect(rig.engine.view().locks).toEqual([]);
    rig.place(aLeg({ leg: 'again', contract: PE }));
    rig.fresh(...rig.book.values());
    expect(entered(rig)).toEqual([RUN]);
  });

  it('keeps an entry back that waited for prices when it was paused', () => {
    const rig = startedRig();
    rig.place(aLeg());
    ask(rig, { action: 'pause', runId: RUN, reason });
    rig.fresh();
    expect(entered(rig)).toEqual([]);
    expect(refusalsOf(rig.effects)).toHaveLength(1);
  });

  it('leaves the other runs alone', () => {
    const rig = twoRuns();
    ask(rig, { action: 'pause', runId: OTHER, reason });
    rig.place(aLeg());
    rig.fresh();
    expect(entered(rig)).toEqual([RUN]);
  });

  it('stays paused when a halt of the account ends, and the operator reads how to end it', () => {
    const rig = startedRig();
    ask(rig, { action: 'pause', runId: RUN, reason });
    ask(rig, { action: 'halt', state: 'halted', reason: 'prices' });
    ask(rig, { action: 'resume', reason: 'prices are right' });
    expect(rig.engine.view()).toMatchObject({
      halt: { state: 'active' },
      locks: [{ runId: RUN, protection: 'pause' }],
    });
    ask(rig, { action: 'resume', reason: 'again' });
    expect(noticesOf(rig.effects, 'warning').at(-1)).toContain(`sauda resume ${RUN} --reason`);
  });

  it('is not said to enter again while something else keeps it back', () => {
    const rig = startedRig();
    ask(rig, { action: 'pause', runId: RUN, reason });
    ask(rig, { action: 'pause', runId: null, reason: 'all of it' });
    ask(rig, { action: 'resume', runId: RUN, reason: 'out' });
    expect(noticesOf(rig.effects, 'info').at(-1)).toContain('1 other reason still keeps');
    rig.place(aLeg());
    rig.fresh();
    expect(entered(rig)).toEqual([]);
  });

  it('was flattened: it enters again when it is resumed by its name', () => {
    const rig = twoRuns();
    for (const runId of [RUN, OTHER]) ask(rig, { action: 'flatten', runId, reason });
    ask(rig, { action: 'resume', runId: RUN, reason });
    expect(rig.engine.view().locks).toMatchObject([{ runId: OTHER, protection: 'operator' }]);
  });
});

describe('a paused account', () => {
  it('enters nothing, and enters again when it is resumed', () => {
    const rig = twoRuns();
    ask(rig, { action: 'pause', runId: null, reason });
    rig.place(aLeg());
    rig.fresh();
    expect(entered(rig)).toEqual([]);
    expect(refusalsOf(rig.effects).join()).toContain('The account is locked: result day');
    ask(rig, { action: 'resume', reason });
    rig.place(aLeg({ leg: 'again' }));
    rig.fresh();
    expect(entered(rig)).toEqual([RUN]);
  });

  it('counts the entries that it leaves at the platform', () => {
    const rig = startedRig();
    rig.place(aLeg());
    rig.fresh();
    ask(rig, { action: 'pause', runId: null, reason });
    expect(noticesOf(rig.effects, 'info').at(-1)).toContain('1 order to enter stays');
    expect(rig.sent('cancel')).toEqual([]);
  });
});

it.each([
  ['what is paused already', { action: 'pause', runId: RUN, reason }, /paused already/],
  ['a run that is not there', { action: 'pause', runId: 'nobody', reason }, /No such run/],
  ['to resume what is not there', { action: 'resume', runId: 'x', reason }, /No such run/],
] as const)('declines %s, and changes nothing', (_, request, why) => {
  const rig = startedRig();
  ask(rig, { action: 'pause', runId: RUN, reason });
  const before = rig.engine.view().locks;
  ask(rig, request);
  expect(noticesOf(rig.effects, 'warning').at(-1)).toMatch(why);
  expect(rig.engine.view().locks).toEqual(before);
});

it('declines to pause a run that is over, and to resume one that nothing keeps back', () => {
  const rig = startedRig();
  ask(rig, { action: 'resume', runId: RUN, reason });
  expect(noticesOf(rig.effects, 'warning').at(-1)).toContain('neither paused nor kept flat');
  rig.step({ kind: 'run-ended', runId: RUN, how: 'completed', detail: '' });
  ask(rig, { action: 'pause', runId: RUN, reason });
  expect(noticesOf(rig.effects, 'warning').at(-1)).toContain('the run is over (completed)');
  expect(rig.engine.view().locks).toEqual([]);
});
