import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { asCodeOfModule } from '../../adapters/system/code-owner.ts';
import { sha256Hex } from '../../base/hash.ts';
import { type Checked, problem, type Problem } from '../../base/problem.ts';
import { type Random } from '../../base/random.ts';
import { fail, ok } from '../../base/result.ts';
import { inWorld } from '../../host/current-world.ts';
import { World } from '../../host/world.ts';
import {
  type SurfaceFacts,
  type VolatilitySurface,
} from '../../market/option-pricing/volatility-surface.ts';
import { type NamedSurface, type PriceSource } from '../../market/price-files/recorded-prices.ts';
import { guardProcess } from '../guard-process.ts';
import { loadedInTime, moduleFailure } from '../load-module.ts';
import { KIT } from '../own-modules.ts';
import { importStrategyCopy, importStrategyModule } from '../strategy-modules.ts';
import { unreadableFile } from '../unreadable-file.ts';

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
export async function loadSurface(path: string): Promise<Checked<LoadedSurface>> {
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
async function modulesOf(file: string): Promise<Checked<readonly [ModelModule, ModelModule]>> {
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

/** Each of the first calls is asked twice, and later one of so many. */
const ASKED_TWICE = { first: 200, oneOf: 64 } as const;

/** The user's volatility model threw, did what no function of its facts does, or gave two answers. */
export class VolatilityModelFault extends Error {
  override readonly name = 'VolatilityModelFault';
}

/**
 * The world in which a volatility model is asked: as in a strategy's run, the time is that of the option and nothing
 * outside can be reached. Unlike there, nothing is random: the same option would have two prices.
 */
class ModelWorld extends World {
  override readonly random: Random;

  constructor() {
    super('volatility-model');
    const refuse = (): never => {
      throw this.violate(
        'A volatility model cannot draw random numbers: equal facts have one answer',
      );
    };
    this.random = { next: refuse, below: refuse, normal: refuse, fork: refuse };
  }
}

/**
 * Holds a volatility model to what it is given: it sees no clock but the option's, no randomness, no file. Now and then
 * another instance of the same module is asked, too; the answers must be the same, and neither may add to globalThis:
 * models are asked of instants that are still to come.
 *
 * @throws {VolatilityModelFault} from the model that is returned, when it is asked
 */
export function steadySurface(
  file: string,
  [surface, other]: readonly [VolatilitySurface, VolatilitySurface],
): VolatilitySurface {
  const world = new ModelWorld();
  let asked = 0;
  let left: VolatilityModelFault | null = null;
  return (facts) => {
    // What it left is there on the days after, too.
    if (left !== null) throw left;
    asked += 1;
    if (asked > ASKED_TWICE.first && asked % ASKED_TWICE.oneOf !== 0) {
      return ask(world, surface, { file, facts });
    }
    const before = globalKeys();
    const answer = ask(world, surface, { file, facts });
    const again = ask(world, other, { file, facts });
    const added = addedGlobals(before);
    if (added.length > 0) {
      left = new VolatilityModelFault(
        `The volatility model ${file} failed for ${optionOf(facts)}: it added ${added.join(', ')} to globalThis: a strategy could read there what is yet to come`,
      );
      throw left;
    }
    if (Object.is(again, answer)) return answer;
    throw new VolatilityModelFault(
      `The volatility model ${file} gave two answers for ${optionOf(facts)}: ${String(answer)} and ${String(again)}; it may depend on nothing but its facts`,
    );
  };
}

function globalKeys(): ReadonlySet<PropertyKey> {
  return new Set(Reflect.ownKeys(globalThis));
}

function addedGlobals(before: ReadonlySet<PropertyKey>): readonly string[] {
  return Reflect.ownKeys(globalThis)
    .filter((key) => !before.has(key))
    .map(String);
}

function ask(
  world: ModelWorld,
  surface: VolatilitySurface,
  { file, facts }: { readonly file: string; readonly facts: SurfaceFacts },
): number {
  let answer = NaN;
  world.moveTo(facts.atMs);
  try {
    inWorld(world, () => {
      answer = surface({ ...facts });
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new VolatilityModelFault(
      `The volatility model ${file} failed for ${optionOf(facts)}: ${reason}`,
      { cause: error },
    );
  }
  // What it caught itself, it did all the same.
  const { fault } = world;
  if (fault === null) return answer;
  throw new VolatilityModelFault(
    `The volatility model ${file} failed for ${optionOf(facts)}: ${fault}`,
  );
}

function optionOf({ underlying, expiry, strikePaise, type }: SurfaceFacts): string {
  return `${underlying} ${expiry} ${String(strikePaise / 100)} ${type}`;
}
