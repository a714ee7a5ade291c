import { invariant } from '../../base/invariant.ts';
import { type Watch } from '../../model/runs/input.ts';
import { DEFAULT_RUN_POLICIES } from '../../model/runs/run-policies.ts';
import { takeAsOpen } from '../carrying/confirm-carried.ts';
import { carriedFacts, carryOver } from '../carrying/take-carried.ts';
import { unconfirmedLegs } from '../carrying/watch-carried.ts';
import { startSquareOff } from '../closing/square-off.ts';
import { type Desk, isInSession, type Legs, type Posting, type Telling } from '../desk.ts';
import { type EngineEvent } from '../event.ts';
import { lockForWeek } from '../halting/take-week.ts';
import { orphansOf } from '../reconciling/orphans.ts';
import { releaseLegs } from '../reconciling/pause-leg.ts';
import { showContracts } from '../watching/observe-market.ts';
import { wantsContracts } from '../watching/watched-symbols.ts';
import { squareOffPositionsOf } from '../webhooks/custom-positions.ts';
import {
  nameOfPosition,
  uncertain,
  type UnknownStart,
  unknownStarts,
} from '../webhooks/unknown-starts.ts';
import { isAnythingLeft } from './anything-left.ts';
import { brokerAtStart } from './broker-of-run.ts';
import { moveRun, type Run } from './run-book.ts';
import { tellOpenSession } from './session-edges.ts';

/** Takes a run in. */
export function startRun(
  desk: Desk,
  event: Omit<Extract<EngineEvent, { kind: 'run-started' }>, 'atMs' | 'kind'>,
): void {
  const { run: header, policies = {}, carried = [], sources = [] } = event;
  const { mode, account } = desk.options;
  invariant(
    header.mode === mode && header.account === account,
    `Run "${header.runId}" is ${header.mode} of account "${header.account}", its engine is ${mode} of "${account}"`,
  );
  invariant(
    mode !== 'live' || policies.stage !== 'shadow',
    `Shadow run "${header.runId}" starts in a live engine`,
  );
  desk.runs.start(header, { ...DEFAULT_RUN_POLICIES, ...policies }, brokerAtStart(desk, event));
  desk.sources.expect(header.runId, sources, desk.nowMs);
  carryOver(desk, header.runId, carried);
  lockForWeek(desk, header.runId);
  desk.outbox.record({ kind: 'run-started', atMs: desk.nowMs, run: header });
  tellOpenSession(desk, header.runId);
}

/** Ends a run. A failed one is squared off: nothing manages its positions any more. */
export function endRun(desk: Desk, event: Extract<EngineEvent, { kind: 'run-ended' }>): void {
  const { runId, how, detail } = event;
  const run = desk.runs.get(runId);
  moveRun(run, how, detail);
  desk.outbox.record({ kind: 'run-ended', atMs: desk.nowMs, runId, how, detail });
  if (how === 'failed') {
    desk.outbox.notice('strategy-failed', runId, { detail });
    abandon(desk, run, { reason: `the strategy failed: ${detail}`, origin: 'failure' });
  }
}

/** Squares one run off, or all of them, ended ones too. */
export function flattenRuns(desk: Desk, runId: string | null, reason: string): void {
  const isFlat = !isAnythingLeft(desk, runId);
  const isKeptFlat = runId !== null && keepFlat(desk, desk.runs.get(runId), reason);
  desk.outbox.notice('flattened', runId, {
    // What a square-off cannot reach is named in the sentence that promises it.
    uncertain: beyondReach(desk, runId).length,
    orphanContracts: runId === null ? orphansOf(desk).length : 0,
    ...{ isFlat, isKeptFlat, reason },
  });
  if (runId !== null) takeAsOpen(desk, runId);
  tellBeyondReach(desk, runId);
  const runs = runId === null ? desk.runs.all() : [desk.runs.get(runId)];
  for (const run of runs) abandon(desk, run, { reason, origin: 'operator' });
  if (runId !== null) return;
  for (const custom of desk.customPositions.all()) {
    // Of runs of earlier days.
    if (desk.runs.find(custom.runId) === undefined) squareOffPositionsOf(desk, custom.runId);
  }
}

function beyondReach(desk: Desk, runId: string | null): readonly UnknownStart[] {
  return unknownStarts(desk).filter(
    (of) => of.state === 'unknown' && (runId === null || of.runId === runId),
  );
}

/** A position whose square-off is asked for the first time says so itself. */
function tellBeyondReach(desk: Desk, runId: string | null): void {
  const fresh = new Set<string>();
  for (const custom of desk.customPositions.all()) {
    if (!custom.isSquareOffWanted) fresh.add(nameOfPosition(custom));
  }
  for (const of of beyondReach(desk, runId)) {
    if (of.kind === 'position' && fresh.has(of.name)) continue;
    const about = { ...uncertain(of), position: null };
    desk.outbox.notice('start-not-squared-off', of.runId, about);
  }
  if (runId === null) {
    for (const { symbol, netUnits, orderIds } of orphansOf(desk)) {
      desk.outbox.notice('orphans-not-squared-off', null, { symbol, netUnits, orderIds });
    }
    tellUnconfirmed(desk);
  }
  const legs = desk.ledger.open().filter((line) => runId === null || line.runId === runId);
  if (legs.length === 0 || isInSession(desk)) return;
  desk.outbox.notice('square-off-waits-for-open', runId, { legs: legs.length });
}

/** A request for everything names no leg that someone has looked at. */
function tellUnconfirmed(desk: Desk): void {
  for (const { runId, leg } of unconfirmedLegs(desk)) {
    for (const line of desk.ledger.ofLeg(runId, leg)) {
      if (line.position.netUnits === 0) continue;
      desk.outbox.notice('carried-not-squared-off', runId, carriedFacts(line));
    }
  }
}

/** A strategy that lives on would enter again. False for one that is over. */
function keepFlat(desk: Desk, { header, state }: Run, reason: string): boolean {
  if (state !== 'running' && state !== 'held') return false;
  desk.locks.add({
    runId: header.runId,
    protection: 'operator',
    reason: `flattened by the operator: ${reason}`,
    sinceMs: desk.nowMs,
    untilMs: null,
  });
  return true;
}

/** Shows a run nothing more and takes nothing from it until the operator decides. */
export function holdRun(
  desk: Legs & Posting & Pick<Desk, 'recount' | 'webhooks'>,
  { runId, detail, isQuarantined = false }: Extract<EngineEvent, { kind: 'run-held' }>,
): void {
  const run = desk.runs.get(runId);
  moveRun(run, 'held', detail);
  run.isQuarantined = isQuarantined;
  if (isQuarantined) {
    quarantine(desk, run);
    return;
  }
  desk.outbox.notice('run-held', runId, { detail });
}

/** Without its code only the engine, or a stop on the platform, can manage what the run has open. */
function quarantine(desk: Legs & Posting & Pick<Desk, 'recount' | 'webhooks'>, run: Run): void {
  const { header, policies, detail } = run;
  const { runId } = header;
  const isSquaredOff = policies.quarantine === 'square-off';
  desk.outbox.notice('run-quarantined', runId, { detail, isSquaredOff });
  if (isSquaredOff) abandon(desk, run, { reason: `quarantined: ${detail}`, origin: 'failure' });
}

/** Lets a held run go on from where it stands: what its replay decided otherwise is left as it is. */
export function adoptRun(desk: Pick<Desk, 'outbox'>, run: Run, reason: string): void {
  moveRun(run, 'running', '');
  desk.outbox.notice('run-adopted', run.header.runId, { reason });
}

/** Has a run continue under another source: what it asked for before, and what it holds, stays as it is. */
export function reloadRun(
  desk: Telling & Pick<Desk, 'sources'>,
  event: Extract<EngineEvent, { kind: 'run-reloaded' }>,
): void {
  const { runId, by, sourceHash, sourceHashBefore, changes, sources } = event;
  const { state } = desk.runs.get(runId);
  invariant(state === 'running', `Run "${runId}" is ${state} and cannot be reloaded`);
  if (sources !== undefined) desk.sources.expect(runId, sources, desk.nowMs);
  desk.outbox.notice('run-reloaded', runId, { by, sourceHash, sourceHashBefore, changes });
}

/** Ends a held run: squared off, or with its orders and positions left to the operator. */
export function letGo(
  desk: Desk,
  run: Run,
  { how, reason }: { readonly how: 'flatten' | 'stop'; readonly reason: string },
): void {
  const { runId } = run.header;
  const isFlattened = how === 'flatten';
  const isFlat = !isAnythingLeft(desk, runId);
  const ended = isFlattened ? 'failed' : 'completed';
  moveRun(run, ended, `released by the operator: ${reason}`);
  desk.outbox.record({
    kind: 'run-ended',
    atMs: desk.nowMs,
    runId,
    how: ended,
    detail: run.detail,
  });
  desk.outbox.notice('run-let-go', runId, { isFlattened, isFlat, reason });
  if (!isFlattened) return;
  takeAsOpen(desk, runId);
  abandon(desk, run, { reason, origin: 'operator' });
}

/** Takes what a run watches. Contracts that are held already are shown to it at once. */
export function changeWatches(desk: Desk, runId: string, watches: readonly Watch[]): void {
  const run = desk.runs.get(runId);
  const before = run.watches;
  run.watches = watches;
  run.watchedPrices ||= watches.some(({ kind }) => kind !== 'contracts' && kind !== 'history');
  if (run.state !== 'running') return;
  const shown = new Set<string>();
  for (const watch of watches) {
    if (watch.kind !== 'contracts' && watch.kind !== 'chain') continue;
    if (shown.has(watch.underlying) || wantsContracts(before, watch.underlying)) continue;
    shown.add(watch.underlying);
    showContracts(desk, runId, watch.underlying);
  }
}

function abandon(
  desk: Legs & Posting & Pick<Desk, 'recount' | 'webhooks'>,
  run: Run,
  why: { readonly reason: string; readonly origin: 'failure' | 'operator' },
): void {
  const { runId } = run.header;
  if (why.origin === 'operator') releaseLegs(desk, runId);
  startSquareOff(desk, { runId, scope: 'all', ...why });
  squareOffPositionsOf(desk, runId);
}
