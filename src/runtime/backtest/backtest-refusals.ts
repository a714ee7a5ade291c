import { problem, type Problem } from '../../base/problem.ts';
import { type IstDate } from '../../model/ist.ts';
import { type RecordedPrices } from '../../simulator/market/prices/recorded-prices.ts';
import { type LoadedStrategy } from '../load-strategy.ts';

/** What is asked of a backtest. */
export interface BacktestQuestion {
  readonly strategies: readonly LoadedStrategy[];
  readonly from?: IstDate;
  readonly to?: IstDate;
}

/** What is wrong with a question about the prices of some underlyings. */
export function refusalsOf(
  { strategies, from, to }: BacktestQuestion,
  underlyings: readonly string[],
): readonly Problem[] {
  const range =
    from !== undefined && to !== undefined && from > to
      ? [problem(`The first day, ${from}, comes after the last, ${to}`, { next: 'Swap them' })]
      : [];
  const others = strategies.flatMap((loaded) => {
    const wanted = underlyingsOf(loaded);
    if (wanted.length === 0 || underlyings.length === 0) return [];
    if (wanted.some((one) => underlyings.includes(one))) return [];
    const priced = underlyings.join(', ');
    const { name } = loaded.strategy;
    const [first = ''] = wanted;
    return problem(`Strategy "${name}" trades ${first}, and the prices are those of ${priced}`, {
      file: loaded.path,
      found: wanted.join(', '),
      allowed: priced,
      next: `Take the prices of ${first}; if these are, say --underlying ${first}`,
    });
  });
  return [...range, ...others];
}

/** The refusal when no day of the data can be run. */
export function noDays(prices: RecordedPrices): {
  readonly ok: false;
  readonly error: readonly Problem[];
} {
  const names = prices.sources.map(({ source }) => source).join(', ');
  const message = `No day to run in "${names}"`;
  return { ok: false, error: [problem(...whyNoDay(prices, message))] };
}

function whyNoDay(
  { indexes, contracts, problems }: RecordedPrices,
  message: string,
): Parameters<typeof problem> {
  const dates = Object.values(indexes).flatMap((days) => days.map(({ date }) => date));
  const [first, last] = [dates.toSorted()[0], dates.toSorted().at(-1)];
  if (first !== undefined && last !== undefined) {
    const next = 'Choose --from and --to with a trading day of it between them';
    return [`${message}: the data holds ${first} to ${last}`, { next }];
  }
  if (contracts.size > 0) {
    const next = 'Give the prices of the index or of its futures as well';
    return [`${message}: it holds options, and neither their index nor a future`, { next }];
  }
  const [wrong] = problems;
  if (wrong === undefined) return [`${message}: no row in it is of an index`];
  return [`${message}: ${wrong.detail}`, { file: wrong.file, line: wrong.line }];
}

/** What a strategy trades, as far as it tells before it runs: by its file, or by a parameter of that name. */
export function underlyingsOf({ strategy, params }: LoadedStrategy): readonly string[] {
  if (strategy.underlyings !== undefined) return strategy.underlyings;
  const { underlying } = (params ?? {}) as { readonly underlying?: unknown };
  return typeof underlying === 'string' ? [underlying] : [];
}
