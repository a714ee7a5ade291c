import { counted, namedSome } from '../../base/counted.ts';
import {
  type BacktestDay,
  type DayNote,
  type LotSize,
  type LotsTraded,
  type SourcePlayed,
} from '../backtest-result.ts';

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

/** On which days played sources were silent, a sentence for each. */
export function sourceGapSentences(sources: readonly SourcePlayed[] = []): readonly string[] {
  return sources.flatMap(({ name, path, withoutValue }) => {
    if (withoutValue === undefined) return [];
    const { dates, ofDays } = withoutValue;
    const named = namedSome(dates, DATES_NAMED_MAX);
    return `Source "${name}" (${path}) has no value on ${String(dates.length)} of ${counted(ofDays, 'day')}, on which it stayed silent: ${named}.`;
  });
}

/** Whether a note is of sources that were not opened, which stands here once and not among the warnings of days. */
export function isOfClosedSources({ code }: Pick<DayNote, 'code'>): boolean {
  return code === 'sources-closed';
}

/** That own sources without recorded values said nothing, a sentence for each strategy, with what gives them values. */
export function closedSourceSentences(days: readonly BacktestDay[]): readonly string[] {
  const sourcesOf = new Map<string, Set<string>>();
  for (const note of days.flatMap(({ notes = [] }) => notes)) {
    if (!isOfClosedSources(note)) continue;
    const strategy = note.strategy ?? 'A strategy';
    const names = (note.facts as { readonly sources?: readonly string[] } | null)?.sources ?? [];
    sourcesOf.set(strategy, new Set([...(sourcesOf.get(strategy) ?? []), ...names]));
  }
  return [...sourcesOf].map(([strategy, names]) => {
    const quoted = [...names].map((name) => `"${name}"`).join(', ');
    const given = [...names].map((name) => `--source ${name}=FILE`).join(' ');
    const sources = names.size === 1 ? `source ${quoted}` : `sources ${quoted}`;
    return `${strategy} has its own ${sources}, silent on all days, as a backtest opens none: what is decided by ${names.size === 1 ? 'it' : 'them'} did not happen, exits too. Play recorded values: ${given}.`;
  });
}
