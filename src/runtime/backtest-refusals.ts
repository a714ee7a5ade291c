import { problem, type Problem } from '../base/problem.ts';
import { type IstDate } from '../model/ist.ts';
import { type RecordedPrices } from '../simulator/market/prices/recorded-prices.ts';
import { type LoadedStrategy } from './load-strategy.ts';

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
export function noDays({ indexes, contracts, problems, sources }: RecordedPrices): {
  readonly ok: false;
  readonly error: readonly Problem[];
} {
  const names = sources.map(({ source }) => source).join(', ');
  const file = sources.length === 1 ? names : null;
  const dates = Object.values(indexes).flatMap((days) => days.map(({ date }) => date));
  const [first] = dates.toSorted();
  const last = dates.toSorted().at(-1);
  if (first !== undefined && last !== undefined) {
    const message = `No day to run in "${names}": the data holds ${first} to ${last}`;
    const next = 'Choose --from and --to with a trading day of it between them';
    return { ok: false, error: [problem(message, { file, next })] };
  }
  if (contracts.size > 0) {
    const message = `No day to run in "${names}": it holds options, and neither their index nor a future`;
    const next = 'Give the prices of the index or of its futures as well';
    return { ok: false, error: [problem(message, { file, next })] };
  }
  const [wrong] = problems;
  const why = wrong?.detail ?? 'the file holds no row';
  const at = { file: wrong?.file ?? file, line: wrong?.line ?? null };
  return { ok: false, error: [problem(`No day to run in "${names}": ${why}`, at)] };
}

/** What a strategy trades, as far as it tells before it runs: by its file, or by a parameter of that name. */
function underlyingsOf({ strategy, params }: LoadedStrategy): readonly string[] {
  if (strategy.underlyings !== undefined) return strategy.underlyings;
  const { underlying } = (params ?? {}) as { readonly underlying?: unknown };
  return typeof underlying === 'string' ? [underlying] : [];
}
