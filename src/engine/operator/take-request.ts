import { nearestWord } from '../../base/nearest-word.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { runMeant, runName, runsMeant } from '../../model/runs/run.ts';
import { resolveCarried } from '../carrying/confirm-carried.ts';
import { type Desk, type Telling } from '../desk.ts';
import { haltAt } from '../halting/halt.ts';
import { resolveIntent } from '../intents/resolve-intent.ts';
import { type Run } from '../lifecycle/run-book.ts';
import { adoptRun, flattenRuns, letGo } from '../lifecycle/take-run-events.ts';
import { releaseLegs } from '../reconciling/pause-leg.ts';
import { squareOffPositionsOf } from '../webhooks/custom-positions.ts';
import { resolveStart } from '../webhooks/resolve-start.ts';
import { takeAnswer } from './questions.ts';
import { takePause, takeResume } from './pause-and-resume.ts';

type Asked<Action extends OperatorRequest['action']> = Extract<OperatorRequest, { action: Action }>;

/** Does what the operator requests. What cannot be done is only reported: a slip must not stop the day. */
export function takeRequest(desk: Desk, request: OperatorRequest): void {
  switch (request.action) {
    case 'halt':
      takeHalt(desk, request);
      break;
    case 'pause':
      withRun(desk, request.runId, (run) => {
        takePause(desk, request, run);
      });
      break;
    case 'resume':
      withRun(desk, request.runId ?? null, (run) => {
        takeResume(desk, request, run);
      });
      break;
    case 'flatten':
      takeFlatten(desk, request);
      break;
    case 'resolve':
      takeResolve(desk, request);
      break;
    case 'answer':
      withRun(desk, request.runId, (run) => {
        if (run !== null) takeAnswer(desk, request, run);
      });
      break;
    case 'release':
      takeRelease(desk, request);
      break;
  }
}

function takeHalt(desk: Telling & Pick<Desk, 'halt'>, { state, reason }: Asked<'halt'>): void {
  if (haltAt(desk, { state, reason, by: 'operator' })) return;
  // Left while no program ran, it was done before anything else at the start, and is found once more.
  if (desk.halt.state === state && desk.halt.by === 'operator' && desk.halt.reason === reason) {
    desk.outbox.notice('halted-as-asked', null, { state, reason });
    return;
  }
  const { halt } = desk;
  desk.outbox.notice('halt-declined', null, { state: halt.state, reason: halt.reason });
}

/** All of them flat means that nothing is to come after: no new risk until the operator resumes. */
function takeFlatten(desk: Desk, { runId, reason }: Asked<'flatten'>): void {
  if (runId !== null && isOfEarlierDay(desk, runId)) {
    squareOffPositionsOf(desk, runId);
    return;
  }
  if (runId === null) haltAt(desk, { state: 'reducing', reason, by: 'operator' });
  withRun(desk, runId, (run) => {
    flattenRuns(desk, run?.header.runId ?? null, reason);
  });
}

/** With the run that is meant, whose date and mode may be left out; null where all are. Only told where there is none. */
function withRun(desk: Desk, asked: string | null, take: (run: Run | null) => void): void {
  const run = asked === null ? null : found(desk, runMeant(asked, runIds(desk)) ?? asked);
  if (asked === null || run !== null) take(run);
}

/** A run of an earlier day is known here by what it left without a certain outcome alone. */
function isOfEarlierDay(desk: Pick<Desk, 'runs' | 'customPositions'>, runId: string): boolean {
  return desk.runs.find(runId) === undefined && desk.customPositions.ofRun(runId).length > 0;
}

function takeResolve(desk: Desk, request: Asked<'resolve'>): void {
  if (resolveCarried(desk, request) || resolveStart(desk, request)) return;
  resolveIntent(desk, request.tag, request.as);
}

function takeRelease(desk: Desk, { runId, how, reason }: Asked<'release'>): void {
  const run = found(desk, runId);
  if (run === null) return;
  const isPaused = desk.foreign
    .paused()
    .some((paused) => paused.runId === runId && paused.cause !== 'carried');
  if (run.state !== 'held' && isPaused && how === 'adopt') releaseLegs(desk, runId);
  else if (run.state !== 'held' && isPaused && how === 'flatten') flattenRuns(desk, runId, reason);
  else if (run.state !== 'held') {
    desk.outbox.notice('release-declined', runId, { state: run.state });
  } else if (how === 'adopt') adoptRun(desk, run, reason);
  else letGo(desk, run, { how, reason });
}

/** A run by its id; null, with a notice, where there is none. */
function found(desk: Telling, runId: string): Run | null {
  const run = desk.runs.find(runId);
  if (run !== undefined) return run;
  const known = runIds(desk);
  const several = runsMeant(runId, known);
  if (several.length > 1) {
    desk.outbox.notice('run-ambiguous', null, { name: runId, runIds: several });
    return null;
  }
  const nearest = nearestRun(runId, known);
  desk.outbox.notice('run-unknown', null, { name: runId, runIds: known, nearest });
  return null;
}

function runIds(desk: Pick<Desk, 'runs'>): readonly string[] {
  return desk.runs.all().map(({ header }) => header.runId);
}

/** A slip in the name, or another day's run. */
function nearestRun(found: string, known: readonly string[]): string | null {
  const name = nearestWord(found.replace(/@.*/, ''), known.map(runName));
  return nearestWord(found, known) ?? known.find((id) => runName(id) === name) ?? null;
}
