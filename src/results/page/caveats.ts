import { type BacktestResult } from '../backtest-result.ts';
import { dataCaveats } from '../data-caveats.ts';
import { dayCaveats } from '../day-caveats.ts';
import { counted, rupees } from './amounts.ts';
import { type PageSection } from './page-shell.ts';
import { sentenceList } from './sentence-list.ts';

/** What a reader must know before the figures: days that are not in them, data that is not clean. Nothing when all is well. */
export function caveats(result: BacktestResult): readonly PageSection[] {
  const sentences = [
    ...dataCaveats(result),
    ...dayCaveats(result),
    ...dataProblems(result),
    ...openTrades(result),
  ];
  if (sentences.length === 0) return [];
  const content = sentenceList(sentences);
  return [{ id: 'caveats', title: 'Before you read on', content, look: 'warn' }];
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
