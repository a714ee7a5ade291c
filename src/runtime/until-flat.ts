import { runMeant } from '../model/run.ts';
import { isFlat } from './is-flat.ts';
import { refusal, type RunRefusal } from './run-refusal.ts';
import { showViews } from './show-views.ts';
import { type TradingDay } from './trading-day.ts';

interface ToFlatten {
  readonly flatten?: { readonly runId: string | null };
  readonly signal?: AbortSignal;
}

/** Aborts with the day's signal, or as soon as what is to be flattened is flat. */
export function untilFlat(
  { flatten, signal }: ToFlatten,
  trading: TradingDay,
  sinceMs: number,
): { readonly signal: AbortSignal | undefined; readonly close: () => void } {
  if (flatten === undefined) return { signal, close: () => undefined };
  const flat = new AbortController();
  const runId = flatten.runId === null ? null : runIdOf(flatten.runId, trading);
  const close = showViews(() => {
    if (isFlat(trading.view(), { runId, sinceMs })) flat.abort();
  });
  return {
    signal: AbortSignal.any([flat.signal, ...(signal === undefined ? [] : [signal])]),
    close,
  };
}

/** Refuses to flatten a run that the journal does not know; null when it does. */
export function unknownRun(
  { flatten }: ToFlatten,
  { runs }: TradingDay,
): { readonly ok: false; readonly error: RunRefusal } | null {
  const known = runs.map(({ runId }) => runId);
  const runId = flatten?.runId ?? null;
  if (runId === null || runMeant(runId, known) !== undefined) return null;
  const allowed = known.length === 0 ? 'the journal has none of today' : known.join(', ');
  return refusal('usage', 'No such run', { found: runId, allowed });
}

function runIdOf(asked: string, { runs }: TradingDay): string {
  const known = runs.map(({ runId }) => runId);
  return runMeant(asked, known) ?? asked;
}
