import { type IstDate } from '../../../model/ist.ts';
import { type RecordedPrices } from './recorded-prices.ts';

/** The problems of some dates, and those that are of whole files or no date at all. */
export function problemsWithin(
  { problems, countsByDate }: RecordedPrices,
  { from = '', to = '9999' }: { readonly from?: IstDate; readonly to?: IstDate },
): Pick<RecordedPrices, 'problems' | 'problemCounts'> {
  const isWithin = (date: IstDate | null): boolean => date === null || (date >= from && date <= to);
  const problemCounts: Record<string, number> = {};
  for (const [date, counts] of countsByDate) {
    if (!isWithin(date)) continue;
    for (const [kind, count] of counts) problemCounts[kind] = (problemCounts[kind] ?? 0) + count;
  }
  return { problems: problems.filter(({ date }) => isWithin(date)), problemCounts };
}
