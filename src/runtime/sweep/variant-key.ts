import { sha256Hex } from '../../base/hash.ts';
import { type Json } from '../../base/json.ts';
import { stableJson } from '../../base/stable-json.ts';
import { type MarketTables } from '../../model/market-tables.ts';
import { isNumber } from '../load-volatility.ts';
import { type PriceFile } from './price-files.ts';
import { type SweptBacktest } from './swept-backtest.ts';
import { type VariantTask } from './variant-task.ts';

/** Names what a task's run depends on: equal names mean equal runs. */
export type VariantKeys = (task: VariantTask) => string;

/** What the runs of a sweep depend on, all of it; what differs from variant to variant is in the tasks. */
export interface SharedInputs {
  /** Of the strategy, and of all that it imports. */
  readonly sourceHash: string;
  readonly backtest: SweptBacktest;
  /** The files that `backtest` asks for. */
  readonly files: readonly PriceFile[];
  readonly tables: MarketTables;
  /** This program's own code, and what runs it. */
  readonly program: readonly string[];
}

/**
 * What makes the keys of a sweep's variants: SHA-256 of the strategy's sources, the parameters, the bytes of the price
 * files or what is generated, every option of the backtest, the market's tables and this program's own code. Where
 * files lie does not count.
 */
export function variantKeys(inputs: SharedInputs): VariantKeys {
  const { sourceHash, backtest, files, tables, program } = inputs;
  const shared = sha256Hex(
    stableJson({
      program,
      market: sha256Hex(jsonText(tables)),
      sourceHash,
      prices: files.map(({ name, sha256 }) => ({ name, sha256 })),
      options: jsonText({ ...backtest, prices: withoutFiles(backtest.prices) }),
    }),
  );
  return ({ params, first, volatilityScale = 1 }) =>
    sha256Hex(
      stableJson({ shared, params, first: first === null ? null : { ...first }, volatilityScale }),
    );
}

/** What is asked of prices but for where files lie. */
function withoutFiles(prices: SweptBacktest['prices']): object {
  const { volatility, volatilityModel } = prices;
  const isFile = volatility !== undefined && !isNumber(volatility);
  return {
    ...prices,
    files: [],
    ...(isFile ? { volatility: 'file' } : {}),
    ...(volatilityModel === undefined ? {} : { volatilityModel: 'file' }),
  };
}

/** Plain data as a text that is the same for the same data. */
function jsonText(value: object): string {
  return stableJson(JSON.parse(JSON.stringify(value)) as Json);
}
