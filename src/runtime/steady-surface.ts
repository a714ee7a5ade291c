import { type Random } from '../base/random.ts';
import { inWorld } from '../host/current-world.ts';
import { World } from '../host/world.ts';
import {
  type SurfaceFacts,
  type VolatilitySurface,
} from '../simulator/market/pricing/volatility-surface.ts';

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

/** Names and symbols of all globals. */
export function globalKeys(): ReadonlySet<PropertyKey> {
  return new Set(Reflect.ownKeys(globalThis));
}

/** Globals that have come since, as text. */
export function addedGlobals(before: ReadonlySet<PropertyKey>): readonly string[] {
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
