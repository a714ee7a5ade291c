import { type IstDate } from '../../../model/ist.ts';
import { type PriceProblemKind } from './price-problem.ts';
import { type RecordedPrices } from './recorded-prices.ts';

/** What is wrong with a file as a whole, whatever dates are asked for. */
const OF_FILES = new Set<string>([
  'wrong-zone',
  'wrong-stamp',
  'wrong-unit',
  'wrong-interval',
  'month-first',
] satisfies PriceProblemKind[]);

/** The problems of some dates, and those that are of no date. */
export function problemsWithin(
  { problems, countsByDate }: RecordedPrices,
  { from = '', to = '9999' }: { readonly from?: IstDate; readonly to?: IstDate },
): Pick<RecordedPrices, 'problems' | 'problemCounts'> {
  const isWithin = (kind: string, date: IstDate | null): boolean =>
    date === null || OF_FILES.has(kind) || (date >= from && date <= to);
  const problemCounts: Record<string, number> = {};
  for (const [date, counts] of countsByDate) {
    for (const [kind, count] of counts) {
      if (isWithin(kind, date)) problemCounts[kind] = (problemCounts[kind] ?? 0) + count;
    }
  }
  return { problems: problems.filter(({ kind, date }) => isWithin(kind, date)), problemCounts };
}
