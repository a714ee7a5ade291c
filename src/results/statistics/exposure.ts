import { type BacktestDay, type Trade } from '../backtest-result.ts';

/**
 * Share of the session time of days during which any position was open, 0 to 1; null when no session is known.
 * Trades that overlap count once. One that is still open counts to the end, or to the end of its day where it was for
 * the day only: it is let go there, at its last price.
 */
export function exposureShare(
  days: readonly Pick<BacktestDay, 'sessions'>[],
  trades: readonly HeldTrade[],
): number | null {
  const dayEnds = days.flatMap(({ sessions }) => sessions.at(-1)?.endMs ?? []);
  const held = mergedSpans(trades, dayEnds);
  let sessionsMs = 0;
  let heldMs = 0;
  let next = 0;
  for (const { startMs, endMs } of days.flatMap(({ sessions }) => sessions)) {
    sessionsMs += endMs - startMs;
    // Sessions and spans both ascend, so what ended before this session ended before all that follow.
    while ((held[next]?.endMs ?? Infinity) <= startMs) next += 1;
    for (let index = next; (held[index]?.startMs ?? Infinity) < endMs; index += 1) {
      const span = held[index];
      if (span === undefined) break;
      heldMs += Math.min(span.endMs, endMs) - Math.max(span.startMs, startMs);
    }
  }
  return sessionsMs === 0 ? null : heldMs / sessionsMs;
}

type HeldTrade = Pick<Trade, 'openedAtMs' | 'closedAtMs' | 'product'>;

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Times at which anything was open: ascending, apart from each other. */
function mergedSpans(trades: readonly HeldTrade[], dayEnds: readonly number[]): readonly Span[] {
  const ascending = trades
    .map((trade) => ({ startMs: trade.openedAtMs, endMs: endOf(trade, dayEnds) }))
    .sort((one, other) => one.startMs - other.startMs);
  const merged: Span[] = [];
  for (const span of ascending) {
    const last = merged.at(-1);
    if (last === undefined || span.startMs > last.endMs) merged.push(span);
    else if (span.endMs > last.endMs) merged[merged.length - 1] = { ...last, endMs: span.endMs };
  }
  return merged;
}

function endOf({ openedAtMs, closedAtMs, product }: HeldTrade, dayEnds: readonly number[]): number {
  if (closedAtMs !== null) return closedAtMs;
  const dayEnd = product === 'intraday' ? dayEnds.find((endMs) => endMs > openedAtMs) : undefined;
  return dayEnd ?? Infinity;
}
