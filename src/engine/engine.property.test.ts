import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { refusalsOf } from '../../test/support/engine-rig.ts';
import { busyDay, EngineWorld, type Happening } from '../../test/support/engine-world.ts';
import { type Attempt, type Effect } from './effect.ts';
import { DEFAULT_ENGINE_LIMITS } from './engine-limits.ts';
import { Lull } from './lull.ts';

const LEGS = ['ce', 'pe', 'long'];

function messagesOf(attempt: Attempt): readonly string[] {
  if (attempt.kind === 'place') return attempt.request.elements.map(({ tag }) => tag);
  if (attempt.kind === 'modify') return attempt.elements.map(({ orderId }) => orderId);
  return attempt.kind === 'cancel' ? attempt.orderIds : [];
}

function live(happenings: readonly Happening[], look: (world: EngineWorld) => void): EngineWorld {
  const world = new EngineWorld();
  for (const next of happenings) {
    world.happen(next);
    look(world);
  }
  return world;
}

function holds(look: (world: EngineWorld) => void, end?: (world: EngineWorld) => void): void {
  fc.assert(
    fc.property(busyDay, (happenings) => {
      const world = live(happenings, look);
      end?.(world);
    }),
    { numRuns: 80 },
  );
}

/** Numbers of place commands that became no intent and were not refused. */
function unansweredPlaces(effects: readonly Effect[]): readonly number[] {
  const open = new Set<number>();
  let current = -1;
  for (const effect of effects) {
    if (effect.kind === 'deliver' && effect.input.kind === 'command-refused') {
      open.delete(effect.input.commandIndex);
    }
    if (effect.kind !== 'record') continue;
    const { entry } = effect;
    if (entry.kind === 'intent') open.delete(current);
    if (entry.kind !== 'command') continue;
    current = entry.index;
    if (entry.command.kind === 'place') open.add(current);
  }
  return [...open];
}

describe('whatever happens', () => {
  it('no tag is ever sent twice', () => {
    holds(({ placed }) => {
      expect(new Set(placed.map(({ tag }) => tag)).size).toBe(placed.length);
    });
  });

  it('exits never exceed what the platform holds, even if all of them fill', () => {
    holds((world) => {
      for (const leg of LEGS) {
        const { openUnits, exitUnits } = world.truth(leg);
        expect(openUnits - exitUnits).toBeGreaterThanOrEqual(0);
      }
    });
  });

  it('calls carry 1 to 10 different elements, and no second sees more than 8', () => {
    holds(
      () => undefined,
      ({ sent }) => {
        for (const { attempt } of sent) {
          const messages = messagesOf(attempt);
          expect(messages.length).toBeGreaterThanOrEqual(1);
          expect(messages.length).toBeLessThanOrEqual(10);
          expect(new Set(messages).size).toBe(messages.length);
        }
        for (const { atMs } of sent) {
          const second = sent.filter((other) => other.atMs >= atMs && other.atMs < atMs + 1_000);
          const count = second.reduce((sum, { attempt }) => sum + messagesOf(attempt).length, 0);
          expect(count).toBeLessThanOrEqual(DEFAULT_ENGINE_LIMITS.messagesPerSecondMax);
        }
      },
    );
  });

  it('no entry leaves on stale data', () => {
    holds(
      () => undefined,
      ({ entries }) => {
        for (const { ordersAgeMs, quotesAgeMs } of entries) {
          expect(ordersAgeMs).toBeLessThanOrEqual(DEFAULT_ENGINE_LIMITS.ordersAgeMsMax);
          expect(quotesAgeMs).toBeLessThanOrEqual(DEFAULT_ENGINE_LIMITS.quoteAgeMsMax);
        }
      },
    );
  });

  it('every order that a strategy asked for is an intent or was refused with a reason', () => {
    holds(
      () => undefined,
      ({ rig }) => {
        const { intents } = rig.engine.view();
        const reasons = refusalsOf(rig.effects).concat(
          intents.filter(({ state }) => state === 'refused').map(({ detail }) => detail),
        );
        expect(reasons.filter((reason) => reason.length < 10)).toEqual([]);
        expect(unansweredPlaces(rig.effects)).toEqual([]);
      },
    );
  });

  it('an order without an answer stays unknown until a poll shows it', () => {
    holds((world) => {
      const doubtful = world.rig.engine
        .view()
        .intents.filter(({ tag }) => world.doubtful.has(tag))
        .map(({ state, orders }) => ({ state, isSeen: orders.length > 0 }));
      for (const { state, isSeen } of doubtful) expect(state).toBe(isSeen ? 'accepted' : 'unknown');
    });
  });

  it('positions are what was observed: they agree with the platform once all is polled', () => {
    holds(
      () => undefined,
      (world) => {
        world.happen({ what: 'orders are polled', how: 0 });
        const { positions } = world.rig.engine.view();
        for (const leg of LEGS) {
          const heldUnits = positions
            .filter((position) => position.leg === leg)
            .reduce((sum, { netUnits }) => sum + Math.abs(netUnits), 0);
          expect(heldUnits).toBe(world.truth(leg).openUnits);
        }
      },
    );
  });

  it('once the platform behaves, a square-off ends flat, or says which exit nobody can account for', () => {
    holds(
      () => undefined,
      (world) => {
        world.happen({ what: 'strategy squares off', how: 0 });
        world.heal(150);
        const { intents, squareOffs } = world.rig.engine.view();
        const isLost = intents.some(({ state }) => state === 'unknown');
        expect(squareOffs.length > 0).toBe(isLost);
        const lost = intents.filter(({ state, role }) => state === 'unknown' && role !== 'entry');
        const sound = LEGS.filter((leg) => !lost.some((intent) => intent.leg === leg));
        // What covers a short that nobody can account for is kept.
        const isKept = intents.some(({ state, leg }) => state === 'unknown' && leg === 'ce');
        const flat = sound.filter((leg) => !isKept || leg !== 'long');
        for (const leg of flat) expect(world.truth(leg)).toEqual({ openUnits: 0, exitUnits: 0 });
      },
    );
  });

  it('the same events bring the same effects, byte for byte', () => {
    fc.assert(
      fc.property(busyDay, (happenings) => {
        const [first, second] = [0, 1].map(() =>
          JSON.stringify(live(happenings, () => undefined).rig.effects),
        );
        expect(first).toBe(second);
      }),
      { numRuns: 30 },
    );
  });
});

/** A busy stretch, then seconds in which orders and prices are polled and little else happens; so several times. */
const quietDay = fc
  .array(fc.tuple(busyDay, fc.array(fc.nat(999), { minLength: 5, maxLength: 40 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((stretches) =>
    stretches.flatMap(([busy, seconds]): readonly Happening[] => [
      ...busy.slice(0, 60),
      ...Array.from({ length: 30 }, (_, how) => ({ what: 'attempt is answered', how }) as const),
      ...seconds.flatMap((how): readonly Happening[] => [
        { what: 'time passes', how: 999 },
        { what: 'orders are polled', how },
        { what: 'quotes are polled', how },
      ]),
    ]),
  );

describe('looks that are passed over', () => {
  afterEach(() => vi.restoreAllMocks());

  /** All that leaves but when to look again: with fewer looks less is known of that. */
  function effectsOf(happenings: readonly Happening[]): readonly Effect[] {
    const { rig } = live(happenings, () => undefined);
    return rig.effects.filter(({ kind }) => kind !== 'wake');
  }

  it('would have led to nothing', () => {
    fc.assert(
      fc.property(quietDay, (happenings) => {
        const passedOver = effectsOf(happenings);
        const never = vi.spyOn(Lull.prototype, 'holds').mockReturnValue(false);
        const all = effectsOf(happenings);
        never.mockRestore();
        expect(passedOver).toEqual(all);
      }),
      { numRuns: 60 },
    );
  });
});
