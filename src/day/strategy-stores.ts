import { type Json } from '../base/json.ts';
import { type Stores } from '../recovery/carried-over.ts';

/** What strategies carry from one run to the next. */
export interface StrategyStores {
  /** What runs of a name have left so far: `straddle`, `straddle#2`. */
  readonly of: (run: string) => Readonly<Record<string, Json>>;
  /** Keeps a value for the next run of that name. */
  readonly put: (run: string, change: { readonly key: string; readonly value: Json }) => void;
}

/** Stores that last as long as the process: from day to day of one backtest. */
export function createStrategyStores(): StrategyStores {
  const stores = new Map<string, Map<string, Json>>();
  return {
    of: (run) => Object.fromEntries(stores.get(run) ?? []),
    put: (run, { key, value }) => {
      const store = stores.get(run) ?? new Map<string, Json>();
      store.set(key, value);
      stores.set(run, store);
    },
  };
}

/** Puts what strategies had in their stores into stores. */
export function fillStores(into: StrategyStores, from: Stores): void {
  for (const [run, store] of Object.entries(from)) {
    for (const [key, value] of Object.entries(store)) into.put(run, { key, value });
  }
}
