import { type BacktestDay, type BacktestResult } from '../backtest-result.ts';
import { counted, rupees } from './amounts.ts';
import { type PageSection } from './page-shell.ts';
import { sentenceList } from './sentence-list.ts';

/** What a reader must know before the figures: days that are not in them, data that is not clean. Nothing when all is well. */
export function caveats(result: BacktestResult): readonly PageSection[] {
  const sentences = [...daysLeftOut(result), ...dataProblems(result), ...openTrades(result)];
  if (sentences.length === 0) return [];
  const content = sentenceList(sentences);
  return [{ id: 'caveats', title: 'Before you read on', content, look: 'warn' }];
}

const NAMED_MAX = 5;

function daysLeftOut({ days, daysNotReached }: BacktestResult): readonly string[] {
  const told = (status: BacktestDay['status'], words: string): readonly string[] => {
    const dates = days.filter((day) => day.status === status).map(({ date }) => date);
    if (dates.length === 0) return [];
    const more = dates.length > NAMED_MAX ? ` and ${String(dates.length - NAMED_MAX)} more` : '';
    return [`${words}: ${dates.slice(0, NAMED_MAX).join(', ')}${more}.`];
  };
  return [
    ...(daysNotReached > 0
      ? [`The backtest was stopped: ${counted(daysNotReached, 'day')} did not run.`]
      : []),
    ...told('failed', 'Could not be run to the end, and not counted'),
    ...told('missing', 'Trading days without prices, not counted'),
    ...told('skipped', 'Left out, not counted'),
    ...told('ran-with-problems', 'Ran with problems, told under all dates, and counted'),
  ];
}

function dataProblems({ problemCounts }: BacktestResult): readonly string[] {
  const all = Object.values(problemCounts).reduce((sum, times) => sum + times, 0);
  return all === 0 ? [] : [`The prices have ${counted(all, 'problem')}, listed below.`];
}

function openTrades({ trades }: BacktestResult): readonly string[] {
  const open = trades.filter(({ closedAtMs }) => closedAtMs === null);
  if (open.length === 0) return [];
  const netPaise = open.reduce((sum, trade) => sum + trade.netPaise, 0);
  return [
    `${counted(open.length, 'trade')} never closed, at the last known price: ${rupees(netPaise)} of the net is not realised.`,
  ];
}
