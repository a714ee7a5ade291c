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

function problemOf({ form, size, momentum, stop }: Leg, { by, lotsMax }: Sizing): string | null {
  const isBoughtOption = form.side === 'buy' && form.type !== 'FUT';
  if (size.kind === 'units') return 'its part of a set is in lots, found units';
  if (momentum !== null) return 'legs are sized and entered together, and it waits for a momentum';
  if (by === 'premium') return isBoughtOption ? null : 'it takes margin, which no premium limits';
  if (stop === null && !isBoughtOption) return 'its loss has no limit without a stop';
  if (size.lots <= lotsMax) return null;
  return `its ${String(size.lots)} lots are more than the most, ${String(lotsMax)}`;
}
