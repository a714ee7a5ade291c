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
 * another instance of the same module is asked, too; the answers must be the same.
 *
 * @throws {VolatilityModelFault} from the model that is returned, when it is asked
 */
export function steadySurface(
  file: string,
  [surface, other]: readonly [VolatilitySurface, VolatilitySurface],
): VolatilitySurface {
  const world = new ModelWorld();
  let asked = 0;
  return (facts) => {
    const answer = ask(world, surface, { file, facts });
    asked += 1;
    if (asked > ASKED_TWICE.first && asked % ASKED_TWICE.oneOf !== 0) return answer;
    const again = ask(world, other, { file, facts });
    if (Object.is(again, answer)) return answer;
    throw new VolatilityModelFault(
      `The volatility model ${file} gave two answers for ${optionOf(facts)}: ${String(answer)} and ${String(again)}; it may depend on nothing but its facts`,
    );
  };
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
