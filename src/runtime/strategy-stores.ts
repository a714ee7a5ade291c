import { type Json } from '../base/json.ts';

/** What strategies carry from one run to the next. */
export interface StrategyStores {
  /** What the strategy's runs have left so far. */
  readonly of: (strategy: string) => Readonly<Record<string, Json>>;
  /** Keeps a value for the strategy's next run. */
  readonly put: (strategy: string, change: { readonly key: string; readonly value: Json }) => void;
}

/** Stores that last as long as the process: from day to day of one backtest. */
export function createStrategyStores(): StrategyStores {
  const stores = new Map<string, Map<string, Json>>();
  return {
    of: (strategy) => Object.fromEntries(stores.get(strategy) ?? []),
    put: (strategy, { key, value }) => {
      const store = stores.get(strategy) ?? new Map<string, Json>();
      store.set(key, value);
      stores.set(strategy, store);
    },
  };
}
