import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { asCodeOfModule } from '../adapters/system/code-owner.ts';
import { sha256Hex } from '../base/hash.ts';
import { problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { type VolatilitySurface } from '../simulator/market/pricing/volatility-surface.ts';
import { type NamedSurface, type PriceSource } from '../simulator/market/prices/recorded-prices.ts';
import { guardProcess } from './guard-process.ts';
import { KIT } from './own-modules.ts';
import { loadedInTime } from './loaded-in-time.ts';
import { moduleFailure } from './module-failure.ts';
import { addedGlobals, globalKeys, steadySurface } from './steady-surface.ts';
import { importStrategyCopy, importStrategyModule } from './strategy-modules.ts';
import { unreadableFile } from './unreadable-file.ts';

/** A volatility model of the user, and the file that it came from. */
export interface LoadedSurface {
  readonly surface: NamedSurface;
  readonly source: PriceSource;
}

/** Below those of strategies, which count from 1. */
const MODEL_COPIES = [-1, -2] as const;

interface ModelModule {
  readonly default?: unknown;
}

/**
 * Loads a module whose default export is a volatility model, as strategies are loaded: wherever it lies, `sauda` is this
 * program, and it may not reach into it. Refused are files that cannot be read or loaded, and those that export none.
 */
export async function loadSurface(
  path: string,
): Promise<Result<LoadedSurface, readonly Problem[]>> {
  const file = resolve(path);
  let sha256: string;
  try {
    sha256 = sha256Hex(await readFile(file));
  } catch (error) {
    return fail([unreadableFile('Cannot read the volatility model', file, error)]);
  }
  guardProcess();
  // What the kit's own packages add is no model's.
  await import(KIT);
  const before = globalKeys();
  const modules = await modulesOf(file);
  if (!modules.ok) return modules;
  const added = addedGlobals(before);
  if (added.length > 0) {
    const found = added.join(', ');
    const next = 'Keep it in a constant of the module';
    return fail([problem('The volatility model adds to globalThis', { file, found, next })]);
  }
  const [first, second] = modules.value;
  if (!isModel(first.default) || !isModel(second.default)) return fail([noModel(path, first)]);
  const name = basename(file);
  const surface = steadySurface(name, [first.default, second.default]);
  const source = { source: path, sha256, underlyings: [], contracts: 0, rows: 0 };
  return ok({ surface: { surface, file: name }, source });
}

/**
 * Two instances of the module and of all that it imports, packages left out: what they hold in variables of their own must
 * not matter. They are no strategy's: what is asked is of instants that are still to come, and must reach none by a module
 * that both import.
 */
async function modulesOf(
  file: string,
): Promise<Result<readonly [ModelModule, ModelModule], readonly Problem[]>> {
  const url = pathToFileURL(file).href;
  const load = async (): Promise<readonly [ModelModule, ModelModule]> => {
    // The first tells what the file imports, and is never asked.
    await importStrategyModule(url);
    return [
      await importStrategyCopy(url, MODEL_COPIES[0]),
      await importStrategyCopy(url, MODEL_COPIES[1]),
    ];
  };
  try {
    return ok(await loadedInTime(asCodeOfModule(file, load)));
  } catch (error) {
    const { reason, place } = moduleFailure(error, file);
    const next = 'Put it right; docs/option-prices.md, "Change it", has an example';
    return fail([
      problem('Cannot load the volatility model', { file, ...place, found: reason, next }),
    ]);
  }
}

function isModel(value: unknown): value is VolatilitySurface {
  return typeof value === 'function';
}

function noModel(file: string, module: ModelModule): Problem {
  return problem('No volatility model', {
    file,
    found:
      module.default === undefined
        ? 'no default export'
        : `a default export of type ${typeof module.default}`,
    allowed: 'export default (facts) => volatility',
    next: 'See docs/option-prices.md, "Change it"',
  });
}
