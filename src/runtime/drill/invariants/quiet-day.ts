import { type Judge } from '../oracle-facts.ts';
import { type EndFacts } from './at-end.ts';

/** What must hold at the end of a day on which nothing went wrong. */
export const quietDayInvariants: Readonly<Record<string, Judge<EndFacts>>> = {
  'I7 a day without faults ends flat': aQuietDayEndsFlat,
};

function aQuietDayEndsFlat({ facts: { plan, truth } }: EndFacts): string | null {
  if (plan.names.length > 0) return null;
  for (const { runId, leg, symbol, netUnits } of truth.holdings.values()) {
    // What was bought may be worth nothing by then, and nobody buys that.
    if (netUnits >= 0 || truth.isCarriedForward(symbol)) continue;
    return `${leg} of ${runId} holds ${String(netUnits)} of ${symbol} though nothing went wrong`;
  }
  return null;
}
