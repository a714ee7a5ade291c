import { problem, type Problem } from '../base/problem.ts';
import { type IstDate } from '../model/ist.ts';
import { type CsvIndex } from '../simulator/market/csv-index.ts';
import { type LoadedStrategy } from './load-strategy.ts';

/** What is asked of a backtest. */
export interface BacktestQuestion {
  readonly strategies: readonly LoadedStrategy[];
  readonly from?: IstDate;
  readonly to?: IstDate;
}

/** What is wrong with a question about the prices of an underlying, before any price is read. */
export function refusalsOf(
  { strategies, from, to }: BacktestQuestion,
  underlying: string,
): readonly Problem[] {
  const range =
    from !== undefined && to !== undefined && from > to
      ? [problem(`The first day, ${from}, comes after the last, ${to}`, { next: 'Swap them' })]
      : [];
  const others = strategies.flatMap((loaded) => {
    const wanted = underlyingsOf(loaded);
    if (wanted.length === 0 || wanted.includes(underlying)) return [];
    const { name } = loaded.strategy;
    const [first = ''] = wanted;
    return problem(
      `Strategy "${name}" trades ${first}, and the prices are those of ${underlying}`,
      {
        file: loaded.path,
        found: wanted.join(', '),
        allowed: underlying,
        next: `Take the prices of ${first}; if these are, say --underlying ${first}`,
      },
    );
  });
  return [...range, ...others];
}

/** The refusal when no day of the data can be run. */
export function noDays(
  path: string,
  { days, problems }: CsvIndex,
): { readonly ok: false; readonly error: readonly Problem[] } {
  const [first] = days;
  const last = days.at(-1);
  if (first !== undefined && last !== undefined) {
    const message = `No day to run in "${path}": the data holds ${first.date} to ${last.date}`;
    const next = 'Choose --from and --to with a trading day of it between them';
    return { ok: false, error: [problem(message, { file: path, next })] };
  }
  const [wrong] = problems;
  return {
    ok: false,
    error: [
      problem(`No day to run in "${path}": ${wrong?.detail ?? 'the file holds no row'}`, {
        file: path,
        line: wrong?.line ?? null,
        allowed: 'CSV with the header timestamp,open,high,low,close and one row a minute',
      }),
    ],
  };
}

/** What a strategy trades, as far as it tells before it runs: by its file, or by a parameter of that name. */
function underlyingsOf({ strategy, params }: LoadedStrategy): readonly string[] {
  if (strategy.underlyings !== undefined) return strategy.underlyings;
  const { underlying } = (params ?? {}) as { readonly underlying?: unknown };
  return typeof underlying === 'string' ? [underlying] : [];
}
