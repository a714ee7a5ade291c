import { type Json } from '../base/json.ts';
import { type Stores } from './carried-over.ts';

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

/** Puts what strategies had in their stores into stores. */
export function fillStores(into: StrategyStores, from: Stores): void {
  for (const [strategy, store] of Object.entries(from)) {
    for (const [key, value] of Object.entries(store)) into.put(strategy, { key, value });
  }
}
