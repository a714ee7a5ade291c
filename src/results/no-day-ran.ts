import { counted } from '../base/counted.ts';
import { type BacktestDay, type BacktestResult } from './backtest-result.ts';

/** What stands in place of a net. */
export const NO_DAY_RAN = 'No day ran';

/** Different reasons that are given. */
const REASONS_MAX = 5;
const ORDER: readonly BacktestDay['status'][] = ['failed', 'missing', 'skipped'];

/** Why no day of a result ran, a sentence for each reason, failures first. */
export function whyNoDayRan({
  days,
  daysNotReached,
}: Pick<BacktestResult, 'days' | 'daysNotReached'>): readonly string[] {
  const byReason = Map.groupBy(
    days.toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status)),
    ({ status, reason }) => `${status}: ${reason ?? 'no reason given'}`,
  );
  const sentences = [...byReason].map(([reason, [first, ...others]]) => {
    const more = others.length === 0 ? '' : ` and ${counted(others.length, 'more date')}`;
    return `${first?.date ?? ''}${more}: ${reason}`;
  });
  const unsaid = sentences.length - REASONS_MAX;
  return [
    ...(daysNotReached === 0 ? [] : [`Stopped before ${counted(daysNotReached, 'day')}`]),
    ...sentences.slice(0, REASONS_MAX),
    ...(unsaid > 0 ? [`${counted(unsaid, 'more reason')} in the table of days`] : []),
  ];
}
