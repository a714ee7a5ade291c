import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { isNumber } from '../load-volatility.ts';
import { type PricesAsked } from '../load-prices.ts';
import { unreadableFile } from '../unreadable-file.ts';

/** What of a file of prices a run depends on. */
export interface PriceFile {
  /** Without its folder. It may tell whose prices they are. */
  readonly name: string;
  /** Of its bytes. */
  readonly sha256: string;
}

/** Names and hashes of the files that are asked for, in their order; none where prices are generated. */
export async function priceFilesOf(
  asked: PricesAsked,
): Promise<Result<readonly PriceFile[], readonly Problem[]>> {
  const files: PriceFile[] = [];
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
