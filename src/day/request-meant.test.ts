import { expect, it } from 'vitest';

import { answerLast, SIGNAL, START } from '../../test/support/custom-position-rig.ts';
import { aRun, startedRig, TIMEOUT } from '../../test/support/engine-rig.ts';
import { type EngineView } from '../engine/engine-view.ts';
import { requestMeant } from './request-meant.ts';

const FLY = 'fly@2026-11-20/live';
const CONDOR = 'condor@2026-11-20/live';
const SECOND = 'condor#2@2026-11-20/live';
const reason = 'r';

/** Runs of two strategies, one of them twice, each with a start and a signal whose answers were lost. */
function known(): EngineView {
  const rig = startedRig({ mode: 'live' });
  for (const runId of [FLY, CONDOR, SECOND]) {
    rig.start(aRun({ runId, strategy: runId.replace(/[#@].*/, ''), mode: 'live' }));
    for (const command of [START, SIGNAL]) {
      rig.step({ kind: 'commands-emitted', runId, commands: [command] });
      answerLast(rig, TIMEOUT);
    }
  }
  return rig.engine.view();
}

it.each([
  ['fly', FLY],
  [FLY, FLY],
  ['condor#2', SECOND],
  ['condor', 'condor'],
  ['fl', 'fl'],
])('of a run: %s is %s', (asked, runId) => {
  const view = known();
  const release = { action: 'release', how: 'adopt', reason } as const;
  expect(requestMeant({ action: 'flatten', runId: asked, reason }, view)).toMatchObject({ runId });
  expect(requestMeant({ ...release, runId: asked }, view)).toMatchObject({ runId });
});

it.each([
  ['fly/morning', `${FLY}/morning`],
  [`${FLY}/morning`, `${FLY}/morning`],
  ['condor#2/morning', `${SECOND}/morning`],
  ['condor/morning', 'condor/morning'],
  ['spabc', 'spabc'],
])('of a position start: %s is %s', (asked, tag) => {
  const request = { action: 'resolve', tag: asked, as: 'absent', reason } as const;
  expect(requestMeant(request, known())).toMatchObject({ tag });
});

it('of a text signal, whose run is named alone', () => {
  const view = known();
  const [signal] = view.unknownStarts.filter(
    ({ kind, runId }) => kind === 'signal' && runId === FLY,
  );
  const asked = `fly${signal?.name.slice(FLY.length) ?? ''}`;
  const request = { action: 'resolve', tag: asked, as: 'absent', reason } as const;
  expect(requestMeant(request, view)).toMatchObject({ tag: signal?.name });
});

it.each([
  { action: 'flatten', runId: null, reason },
  { action: 'halt', state: 'halted', reason },
  { action: 'resume', reason },
] as const)('of no run it is as asked: $action', (request) => {
  expect(requestMeant(request, known())).toBe(request);
});
