import { InvalidCommand } from '../../strategy/commands.ts';
import { type Sizing } from '../legs/leg-size.ts';
import { type Leg } from '../legs/legs-params.ts';

/**
 * Refuses legs that cannot be sized as they are to be, when the run begins and not at its entry.
 *
 * @throws {InvalidCommand} for the first of them
 */
export function checkSizes(legs: readonly Leg[], sizing: Sizing | null): void {
  for (const leg of legs) {
    const { lots, units } = leg.form;
    const problem =
      lots !== undefined && units !== undefined
        ? 'wanted lots or units, found both'
        : sizing === null
          ? null
          : problemOf(leg, sizing);
    if (problem !== null) throw new InvalidCommand(`Cannot size leg "${leg.name}": ${problem}`);
  }
}

function problemOf(leg: Leg, { by, lotsMax }: Sizing): string | null {
  const { size, momentum } = leg;
  if (size.kind === 'units') return 'its part of a set is in lots, found units';
  if (momentum !== null) return 'legs are sized and entered together, and it waits for a momentum';
  const problem = by === 'premium' ? marginOf(leg) : openLossOf(leg);
  if (problem !== null || size.lots <= lotsMax) return problem;
  return `its ${String(size.lots)} lots are more than the most, ${String(lotsMax)}`;
}

function marginOf(leg: Leg): string | null {
  if (!isBoughtOption(leg)) return 'it takes margin, which no premium limits';
  return isReversed(leg) ? 'it re-enters reversed, and sold it takes margin' : null;
}

function openLossOf(leg: Leg): string | null {
  if (leg.stop !== null) return null;
  if (!isBoughtOption(leg)) return 'its loss has no limit without a stop';
  if (!isReversed(leg)) return null;
  return 'it re-enters reversed, and its loss has no limit without a stop';
}

function isBoughtOption({ form: { side, type } }: Leg): boolean {
  return side === 'buy' && type !== 'FUT';
}

/** Whether something closes it after which it is entered on the other side. */
function isReversed({ stop, indexStop, onStop, target, indexTarget, onTarget }: Leg): boolean {
  const after = [
    { limit: stop ?? indexStop, then: onStop },
    { limit: target ?? indexTarget, then: onTarget },
  ];
  return after.some(({ limit, then }) => limit !== null && then?.reenter?.direction === 'reversed');
}
