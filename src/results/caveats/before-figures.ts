import { counted } from '../../base/counted.ts';
import { type IstDate } from '../../model/time/ist.ts';

/** An underlying of which contracts with different lots were traded. */
export interface LotsTraded {
  readonly underlying: string;
  /** At least two, ascending by expiry; two neighbours differ. */
  readonly sizes: readonly LotSize[];
}

/** How many units a lot had, by the contracts that were traded. */
export interface LotSize {
  readonly units: number;
  /** The first and the last expiry with this lot. */
  readonly fromExpiry: IstDate;
  readonly toExpiry: IstDate;
}

/** That amounts before and after a change of the lot are of another size, a sentence for each underlying. */
export function lotSentences(lots: readonly LotsTraded[] = []): readonly string[] {
  return lots.map(({ underlying, sizes }) => {
    const told = sizes.map((size, place) => sizeText(size, place, sizes.length - 1)).join(', ');
    return `The lot size changed within the test: ${underlying} ${told}. The same number of lots is another amount at risk, so months, worst days and ratios mix the two.`;
  });
}

function sizeText({ units, fromExpiry, toExpiry }: LotSize, place: number, last: number): string {
  if (place === 0) return `${String(units)} a lot until expiry ${toExpiry}`;
  if (place === last) return `${String(units)} from expiry ${fromExpiry}`;
  return `${String(units)} for expiries ${fromExpiry} to ${toExpiry}`;
}

/** Dates that are named; the others are counted. */
const DATES_NAMED_MAX = 5;

/** A source of the strategies that was played from a file. */
export interface SourcePlayed {
  readonly name: string;
  /** Of the file, whole. */
  readonly path: string;
  /** In the file, of all dates. */
  readonly values: number;
  /** Days that ran without a value of it before the close. Absent where there are none. */
  readonly withoutValue?: DaysWithoutValue;
}

/** On which days played sources were silent, a sentence for each. */
export function sourceGapSentences(sources: readonly SourcePlayed[] = []): readonly string[] {
  return sources.flatMap(({ name, path, withoutValue }) => {
    if (withoutValue === undefined) return [];
    const { dates, ofDays } = withoutValue;
    const more = dates.length - DATES_NAMED_MAX;
    const named = dates.slice(0, DATES_NAMED_MAX).join(', ');
    return `Source "${name}" (${path}) has no value on ${String(dates.length)} of ${counted(ofDays, 'day')}, on which it stayed silent: ${named}${more > 0 ? ` and ${String(more)} more` : ''}.`;
  });
}

/** Days that ran without a value of something from outside: a volatility at the open or the close, a source before the close. */
export interface DaysWithoutValue {
  /** Ascending. */
  readonly dates: readonly IstDate[];
  /** How many days ran in all. */
  readonly ofDays: number;
}
