import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import { sha256Hex } from '../base/hash.ts';
import { problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { type VolatilitySurface } from '../simulator/market/pricing/volatility-surface.ts';
import { type PriceSource } from '../simulator/market/prices/recorded-prices.ts';
import { unreadableFile } from './unreadable-file.ts';

/** A volatility model of the user, and the file that it came from. */
export interface LoadedSurface {
  readonly surface: VolatilitySurface;
  readonly source: PriceSource;
}

/** Loads a module whose default export is a volatility model; refused are files that cannot be read or export none. */
export async function loadSurface(
  path: string,
): Promise<Result<LoadedSurface, readonly Problem[]>> {
  try {
    const sha256 = sha256Hex(await readFile(path));
    const module = (await import(pathToFileURL(path).href)) as { readonly default?: unknown };
    if (typeof module.default !== 'function') return fail([noModel(path, module)]);
    const source = { source: path, sha256, underlyings: [], contracts: 0, rows: 0 };
    return ok({ surface: module.default as VolatilitySurface, source });
  } catch (error) {
    return fail([unreadableFile('Cannot read the volatility model', path, error)]);
  }
}

function noModel(file: string, module: { readonly default?: unknown }): Problem {
  return problem('No volatility model', {
    file,
    found:
      module.default === undefined
        ? 'no default export'
        : `a default export of type ${typeof module.default}`,
    allowed: 'export default (facts) => volatility',
    next: 'See docs/option-prices.md',
  });
}
