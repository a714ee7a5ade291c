import { istClock } from '../../../model/ist.ts';
import { type JournalBacktest } from '../../../runtime/journal-backtest/journal-backtest.ts';
import { type JournalDifference } from '../../../runtime/journal-backtest/journal-difference.ts';
import { type Line, span } from '../view/span.ts';

/** A recorded day held against its backtest, for people: how much there was of both, then what differs and why. */
export function journalBacktestLines(of: JournalBacktest): readonly Line[] {
  const { date, decisions, differences, result } = of;
  const fills = result.days.reduce((sum, day) => sum + day.fills.length, 0);
  const counts = `${String(decisions.recorded)} decisions recorded, ${String(decisions.backtest)} in the backtest, with ${String(fills)} fills`;
  const verdict =
    differences.length === 0 ? span('  The same', 'good') : span('  They differ in', 'warning');
  return [
    [span(`${date} as recorded and as a backtest: `, 'bold'), span(counts)],
    [verdict],
    ...differences.flatMap(differenceLines),
    [],
  ];
}

function differenceLines(difference: JournalDifference): readonly Line[] {
  const { kind, run, atMs, recorded, backtest, cause, because } = difference;
  return [
    [span(`    ${istClock(atMs)} ${run}, ${kind}: `, 'bold'), span(`${because} (${cause})`)],
    [span(`      on the day    ${recorded ?? 'none'}`, 'dim')],
    [span(`      in backtest   ${backtest ?? 'none'}`, 'dim')],
  ];
}
