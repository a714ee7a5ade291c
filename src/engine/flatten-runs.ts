import { isCloseRefused } from './custom-position-book.ts';
import { squareOffPositionsOf } from './custom-positions.ts';
import { type Desk } from './desk.ts';
import { isExit } from './intent.ts';
import { startSquareOff } from './square-off.ts';

/**
 * Squares off what a run (null: every run) holds and takes back what may come to be held. Asked again it does nothing
 * where all is flat or on its way there, so it may be asked at every look.
 */
export function flattenAtLimit(desk: Desk, runId: string | null, reason: string): void {
  for (const { header } of desk.runs.all()) {
    if (runId !== null && runId !== header.runId) continue;
    if (mayHold(desk, header.runId)) {
      startSquareOff(desk, { runId: header.runId, scope: 'all', reason, origin: 'limit' });
    }
    if (hasOpenPosition(desk, header.runId)) squareOffPositionsOf(desk, header.runId);
  }
}

function mayHold(desk: Desk, runId: string): boolean {
  for (const line of desk.ledger.all()) {
    if (line.runId === runId && line.position.netUnits !== 0) return true;
  }
  for (const intent of desk.intents.live()) {
    if (intent.runId === runId && !isExit(intent)) return true;
  }
  return false;
}

function hasOpenPosition(desk: Desk, runId: string): boolean {
  return desk.customPositions.ofRun(runId).some((custom) => {
    const { state, isSquareOffWanted } = custom;
    if (isSquareOffWanted || isCloseRefused(custom)) return false;
    return state === 'starting' || state === 'started';
  });
}
