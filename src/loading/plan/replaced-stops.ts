import { type EngineLimits } from '../../engine/engine-limits.ts';
import { type OutlineLeg } from '../../language/plan/outline.ts';
import { indexCharacters } from '../../market/price-generator/index-model.ts';
import { type Distance } from '../../strategy/distance.ts';

/** A premium is taken to rise to ten times at most in a day, and an index to move by as much as the market closes for. */
const RISE_PERCENT_MAX = 900;
const INDEX_SHARE_MAX = 0.2;
/** Of an index of which no usual level is known, paise. */
const LEVEL_PAISE = 10_000_000;

/**
 * How many stop orders a trail places in a turn besides the first: after so many modifications an order is cancelled and placed
 * again. One more modification moves it to cost.
 */
export function replacedStops(
  {
    hasStop,
    trailMove,
    side,
    isReversible,
  }: Pick<OutlineLeg, 'hasStop' | 'trailMove' | 'side' | 'isReversible'>,
  { underlying, units }: { readonly underlying: string | null; readonly units: number },
  { modificationsMax }: Pick<EngineLimits, 'modificationsMax'>,
): number {
  if (!hasStop || trailMove === null) return 0;
  const [character] = underlying === null ? [] : indexCharacters([underlying]).values();
  const levelPaise = character?.basePaise ?? LEVEL_PAISE;
  const moves = movesMax(trailMove, isReversible ? 'buy' : side, {
    reachPaise: levelPaise * INDEX_SHARE_MAX,
    units,
  });
  return Math.floor((Math.ceil(moves) + 1) / modificationsMax);
}

function movesMax(
  move: Distance,
  side: 'buy' | 'sell',
  { reachPaise, units }: { readonly reachPaise: number; readonly units: number },
): number {
  switch (move.kind) {
    case 'percent':
      return (side === 'sell' ? 100 : RISE_PERCENT_MAX) / move.percent;
    case 'points':
      return reachPaise / move.paise;
    case 'rupees':
      return (reachPaise * Math.max(1, units)) / move.paise;
  }
}
