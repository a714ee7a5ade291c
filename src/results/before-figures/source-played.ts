import { counted } from '../../base/counted.ts';
import { type DaysWithoutValue } from './days-without-value.ts';

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
