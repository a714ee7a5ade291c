import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRun,
  at,
  EngineRig,
  filled,
  noticesOf,
  PE,
  RigProblem,
  RUN,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { UnseenRig } from '../../../test/support/unseen-rig.ts';

/** What is told when the process begins anew. */
function restart(rig: EngineRig): readonly string[] {
  const lastAtMs = rig.nowMs;
  rig.nowMs += 30_000;
  return noticesOf(rig.step({ kind: 'restarted', lastAtMs }), 'warning');
}

/** A rig whose leg was bought back by hand under `pause-leg`. */
function paused(): EngineRig {
  const rig = new EngineRig();
  rig.step({ kind: 'run-started', run: aRun(), policies: { foreignOrders: 'pause-leg' } });
  const entry = rig.hold(aLeg());
  const blank = { status: 'open', filledUnits: 0, filledValuePaise: 0 } as const;
  rig.show(filled({ ...entry, ...blank, orderId: 'by-hand', tag: '', side: 'buy' }, 9_000));
  return rig;
}

const UNPAUSE = `sauda release ${RUN} --how adopt --reason "…", or: sauda flatten ${RUN} --reason "…"`;
const RELEASE = ['adopt', 'flatten', 'stop'].map(
  (how) => `sauda release ${RUN} --how ${how} --reason "…"`,
);

describe('after a restart', () => {
  it('nothing is told again where nothing waits', () => {
    expect(restart(startedRig())).toEqual(['The program restarted after 30 s']);
  });

  it('a halt is told again, with its reason and how to end it', () => {
    const rig = startedRig();
    const request = { action: 'halt', state: 'reducing', reason: 'enough' } as const;
    rig.step({ kind: 'operator-asked', request });
    expect(restart(rig)).toContain(
      'The account is still reducing (since 09:20:00 IST by the operator): enough. No entries until you resume it: sauda resume --reason "…"',
    );
  });

  it('a run that is kept flat is told again', () => {
    const rig = startedRig();
    const request = { action: 'flatten', runId: RUN, reason: 'enough' } as const;
    rig.step({ kind: 'operator-asked', request });
    expect(restart(rig).at(-1)).toBe(
      'The run is still kept flat: flattened by the operator: enough. It enters again after: sauda resume --reason "…"',
    );
  });

  it('a held run is told again, with what releases it', () => {
    const rig = startedRig();
    rig.step({ kind: 'run-held', runId: RUN, detail: 'Its source was changed' });
    expect(noticesOf(rig.effects, 'critical')).toContain(
      `The run is held: Its source was changed. Decide: ${RELEASE.join(', or: ')}`,
    );
    expect(restart(rig)).toContain(
      `The run is still held: Its source was changed. Decide: ${RELEASE.join(', or: ')}`,
    );
  });

  it('a paused leg is told again, until it is released', () => {
    const rig = paused();
    const [told] = noticesOf(rig.effects, 'critical').filter((said) => said.includes('paused'));
    expect(told).toContain(`Decide: ${UNPAUSE}`);
    expect(restart(rig).at(-1)).toMatch(
      /^Leg "ce" is still paused \(since 09:20:00 IST\): Order by-hand /,
    );
    expect(restart(rig).at(-1)).toContain(`Decide: ${UNPAUSE}`);
    const request = { action: 'release', runId: RUN, how: 'adopt', reason: 'seen' } as const;
    rig.step({ kind: 'operator-asked', request });
    expect(restart(rig)).toHaveLength(1);
  });

  it('a held entry is told again, until it is resolved', () => {
    const rig = new UnseenRig();
    const { tag } = rig.send('lost');
    rig.look(61);
    expect(rig.stateOf(tag)).toBe('absent');
    expect(restart(rig).at(-1)).toContain(
      `Decide: sauda resolve ${tag} --as resend --reason "…", or: sauda resolve ${tag} --as absent --reason "…"`,
    );
    rig.resolve(tag, 'absent');
    expect(restart(rig)).toHaveLength(1);
  });
});

it('an entry that is to be sent once more waits for the others of its command, and that is told again', () => {
  const rig = new UnseenRig();
  rig.place(aLeg(), aLeg({ leg: 'pe', contract: PE }));
  rig.fresh();
  const [attempt] = rig.sent('place');
  if (attempt === undefined) throw new RigProblem('nothing was placed');
  rig.answer(attempt, TIMEOUT);
  rig.look(90);
  const [tag = ''] = attempt.request.elements.map((element) => element.tag);
  rig.resolve(tag, 'resend');
  const told = restart(rig).filter((said) => said.includes('is still held as absent'));
  expect(told).toHaveLength(2);
  expect(told[0]).toContain(
    `It leaves once you have resolved the others of its command; to give it up: sauda resolve ${tag} --as absent`,
  );
  expect(told[1]).toContain('Decide: ');
});

it('a halt of an earlier day is told with how to end it', () => {
  const rig = startedRig();
  const halt = { state: 'halted', sinceMs: at('09:00'), reason: 'r', by: 'operator' } as const;
  const told = noticesOf(rig.step({ kind: 'halt-carried-over', halt }), 'critical');
  expect(told[0]).toContain('sauda resume --reason "…"');
});

it('a second order under one tag is told with what closes it', () => {
  const rig = new UnseenRig();
  const entry = rig.hold(aLeg());
  rig.show(filled({ ...entry, orderId: 'second' }, 10_000));
  expect(noticesOf(rig.effects, 'critical').at(-1)).toContain(`sauda flatten ${RUN} --reason "…"`);
});
