import { type EngineView } from '../engine/engine-view.ts';
import { isWorking } from '../model/order.ts';

/** What is looked at. */
export interface FlatQuestion {
  /** Null: all of the account. */
  readonly runId: string | null;
  /** Only what polls have shown since then counts. */
  readonly sinceMs: number;
}

/** An unknown start is none: nothing can close it, and who asked is told of it. */
const OPEN_STATES: ReadonlySet<string> = new Set(['starting', 'started', 'squaring-off']);

/** Whether a run, or the whole account, holds nothing and nothing of it can fill any more, as a poll has shown. */
export function isFlat(view: EngineView, { runId, sinceMs }: FlatQuestion): boolean {
  const isMeant = (of: { readonly runId: string }): boolean => runId === null || of.runId === runId;
  const lookedAtMs = view.lastGoodPolls.ordersAtMs;
  if (lookedAtMs === null || lookedAtMs < sinceMs || view.attemptsUnderWay > 0) return false;
  if (view.positions.some((of) => isMeant(of) && of.netUnits !== 0)) return false;
  if (view.customPositions.some((of) => isMeant(of) && OPEN_STATES.has(of.state))) return false;
  return !view.intents.some(
    (of) => isMeant(of) && (of.isUnresolved || of.state === 'waiting' || of.orders.some(isWorking)),
  );
}
