import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { sha256Hex } from '../../base/hash.ts';
import { type Json, stableJson } from '../../base/json.ts';
import { type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type PricesAsked } from '../../loading/prices/load-prices.ts';
import { isNumber } from '../../loading/prices/load-volatility.ts';
import { unreadableFile } from '../../loading/unreadable-file.ts';
import { type MarketTables } from '../../model/market/market-tables.ts';
import { type SweptBacktest, type VariantTask } from './variant-task.ts';

/** Names what a task's run depends on: equal names mean equal runs. */
export type VariantKeys = (task: VariantTask) => string;

/** What the runs of a sweep depend on, all of it; what differs from variant to variant is in the tasks. */
export interface SharedInputs {
  /** Of the strategy, and of all that it imports. */
  readonly sourceHash: string;
  readonly backtest: SweptBacktest;
  /** The files that `backtest` asks for. */
  readonly files: readonly HashedPriceFile[];
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

/** What of a file of prices a run depends on. */
export interface HashedPriceFile {
  /** Without its folder. It may tell whose prices they are. */
  readonly name: string;
  /** Of its bytes. */
  readonly sha256: string;
}

/** Names and hashes of the files that are asked for, in their order; none where prices are generated. */
export async function priceFilesOf(
  asked: PricesAsked,
): Promise<Result<readonly HashedPriceFile[], readonly Problem[]>> {
  const files: HashedPriceFile[] = [];
  const { volatility = '0', volatilityModel } = asked;
  const model = volatilityModel === undefined ? [] : [volatilityModel];
  const others = [...(isNumber(volatility) ? [] : [volatility]), ...model];
  for (const path of ['files' in asked ? asked.files : [], others].flat()) {
    const hash = createHash('sha256');
    try {
      await pipeline(createReadStream(path), hash);
    } catch (error) {
      return fail([unreadableFile('Cannot read prices', path, error)]);
    }
    files.push({ name: basename(path), sha256: hash.digest('hex') });
  }
  return ok(files);
}
