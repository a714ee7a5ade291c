import { istDate, type IstDate } from '../../model/ist.ts';
import { type Feed } from '../drive-virtual.ts';
import { type TradingDay } from '../trading-day.ts';
import { type RecordedSources, type RecordedValue } from './recorded-source.ts';

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
