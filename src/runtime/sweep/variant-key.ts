import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { sha256Hex } from '../../base/hash.ts';
import { type Json } from '../../base/json.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { stableJson } from '../../base/stable-json.ts';
import { whyUnreadable } from '../../base/why-unreadable.ts';
import { loadMarketKnowledge } from '../market-knowledge.ts';
import { programBuild } from '../program-build.ts';
import { type SweptBacktest } from './swept-backtest.ts';
import { type VariantTask } from './variant-task.ts';

/** Names what a task's run depends on: equal names mean equal runs. */
export type VariantKeys = (task: VariantTask) => string;

/**
 * What makes the keys of a sweep's variants: SHA-256 of the strategy's sources, the parameters, the bytes of the price
 * files or what is generated, every option of the backtest, the market's tables and this program's own code. Where
 * files lie does not count.
 */
export async function variantKeys(
  backtest: SweptBacktest,
  sourceHash: string,
): Promise<Result<VariantKeys, readonly Problem[]>> {
  const asked = backtest.prices;
  const prices = await filesHashed('files' in asked ? asked.files : []);
  if (!prices.ok) return prices;
  const shared = sha256Hex(
    stableJson({
      build: programBuild(),
      market: sha256Hex(jsonText(loadMarketKnowledge(backtest.calendar).tables)),
      sourceHash,
      prices: prices.value,
      options: jsonText({ ...backtest, prices: { ...asked, files: [] } }),
    }),
  );
  return ok(({ params, first }) =>
    sha256Hex(stableJson({ shared, params, first: first === null ? null : { ...first } })),
  );
}

/** Names and hashes of files. The name may tell whose prices they are. */
async function filesHashed(
  paths: readonly string[],
): Promise<Result<readonly Json[], readonly Problem[]>> {
  const hashed: Json[] = [];
  for (const path of paths) {
    const hash = createHash('sha256');
    try {
      await pipeline(createReadStream(path), hash);
    } catch (error) {
      const found = whyUnreadable(error);
      return fail([problem('Cannot read prices', { file: path, found })]);
    }
    hashed.push({ name: basename(path), sha256: hash.digest('hex') });
  }
  return ok(hashed);
}

/** Plain data as a text that is the same for the same data. */
function jsonText(value: object): string {
  return stableJson(JSON.parse(JSON.stringify(value)) as Json);
}
