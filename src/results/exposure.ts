import { type BacktestDay, type Trade } from './backtest-result.ts';

/**
 * Share of the session time of days during which any position was open, 0 to 1; null when no session is known.
 * Trades that overlap count once; one that is still open counts to the end.
 */
export function exposureOf(
  days: readonly Pick<BacktestDay, 'sessions'>[],
  trades: readonly Pick<Trade, 'openedAtMs' | 'closedAtMs'>[],
): number | null {
  const held = mergedSpans(trades);
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

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Times at which anything was open: ascending, apart from each other. */
function mergedSpans(trades: readonly Pick<Trade, 'openedAtMs' | 'closedAtMs'>[]): readonly Span[] {
  const ascending = trades
    .map(({ openedAtMs, closedAtMs }) => ({ startMs: openedAtMs, endMs: closedAtMs ?? Infinity }))
    .sort((one, other) => one.startMs - other.startMs);
  const merged: Span[] = [];
  for (const span of ascending) {
    const last = merged.at(-1);
    if (last === undefined || span.startMs > last.endMs) merged.push(span);
    else if (span.endMs > last.endMs) merged[merged.length - 1] = { ...last, endMs: span.endMs };
  }
  return merged;
}
