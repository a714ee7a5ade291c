import { problem, type Problem } from '../base/problem.ts';
import { type TradingDay } from '../day/trading-day.ts';
import { type Feed } from '../kernel/drive-virtual.ts';
import {
  type RecordedSource,
  type RecordedSources,
  type RecordedValue,
} from '../loading/recorded-sources.ts';
import { type Calendar } from '../model/time/calendar.ts';
import { istDate, type IstDate } from '../model/time/ist.ts';
import { type SourcePlayed } from '../results/backtest-result.ts';
import { type DataDay } from './backtest-days.ts';

interface Coming extends RecordedValue {
  readonly source: string;
  readonly runId: string;
}

/** The values of a date, for each of the day's runs whose strategy declares their source. */
export function recordedFeed(day: TradingDay, sources: RecordedSources, date: IstDate): Feed {
  const coming = day.planned
    .flatMap(({ header: { runId }, loaded }) =>
      loaded.strategy.sources.flatMap(({ name }) => valuesOf(sources, name, runId)),
    )
    .filter(({ atMs }) => istDate(atMs) === date)
    .sort((one, other) => one.atMs - other.atMs);
  let next = 0;
  return {
    nextMs: () => coming[next]?.atMs ?? null,
    bring: () => {
      const value = coming[next];
      next += 1;
      if (value === undefined) return;
      const { runId, source } = value;
      day.kernel.post({ kind: 'source-value', runId, source, value: value.value });
      day.kernel.drain();
    },
  };
}

function valuesOf(sources: RecordedSources, source: string, runId: string): readonly Coming[] {
  const values = Object.hasOwn(sources, source) ? (sources[source]?.values ?? []) : [];
  return values.map((value) => ({ ...value, source, runId }));
}

/** What was played, with the dates of those that ran on which it had nothing to say before the close. */
export function sourcesPlayed(
  recorded: RecordedSources = {},
  calendar: Calendar,
  ran: readonly IstDate[],
): readonly SourcePlayed[] {
  return Object.entries(recorded).map(([name, source]) => {
    const dates = datesWithout(source, calendar, ran);
    return {
      ...{ name, path: source.path, values: source.values.length },
      ...(dates.length === 0 ? {} : { withoutValue: { dates, ofDays: ran.length } }),
    };
  });
}

/** The refusal of each source that has a value on none of the days that can be run: it would be silent throughout. */
export function noSourceValues(
  recorded: RecordedSources = {},
  days: readonly DataDay[],
  calendar: Calendar,
): readonly Problem[] {
  const run = days.filter(({ verdict }) => verdict.kind === 'run').map(({ date }) => date);
  return Object.entries(recorded).flatMap(([name, source]) => {
    if (datesWithout(source, calendar, run).length < run.length) return [];
    const { path: file, values } = source;
    return problem(`No value for any of the days in source "${name}"`, {
      file,
      found: `${dateOf(values[0])} to ${dateOf(values.at(-1))}`,
      allowed: `values of ${run[0] ?? ''} to ${run.at(-1) ?? ''}, before the close`,
      next: 'Give a file that has these days, or leave --source out: then the source stays silent',
    });
  });
}

function datesWithout(
  { values }: Pick<RecordedSource, 'values'>,
  calendar: Calendar,
  dates: readonly IstDate[],
): readonly IstDate[] {
  const firstMs = new Map<IstDate, number>();
  for (const { atMs } of values) {
    const date = istDate(atMs);
    if (!firstMs.has(date)) firstMs.set(date, atMs);
  }
  return dates.filter((date) => {
    const closeMs = calendar.day(date).sessions.at(-1)?.endMs ?? Infinity;
    return (firstMs.get(date) ?? Infinity) >= closeMs;
  });
}

function dateOf(value: RecordedSource['values'][number] | undefined): string {
  return value === undefined ? 'no date' : istDate(value.atMs);
}
