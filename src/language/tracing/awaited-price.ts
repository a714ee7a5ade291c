import { type Contract } from '../../model/market/contract.ts';
import { type LegPosition } from '../../streams/observations.ts';
import { valueAsWritten } from '../expressions/print-expression.ts';
import { type Leg } from '../legs/legs-params.ts';

/**
 * The price that a flat leg waits for before it is entered, in words; null where it waits for none. A run watches the contract
 * meanwhile: the one that the leg had, to enter it again at its cost, or one of the leg's type for its momentum.
 *
 * @param was its position as it was open last
 * @param watched contracts whose prices the run watches and of which no leg is open
 */
export function awaitedPrice(
  { form, momentum, onStop, onTarget }: Leg,
  was: LegPosition | null,
  watched: readonly Contract[],
): string | null {
  const isAtCost = [onStop, onTarget].some((then) => then?.reenter?.how === 'at-cost');
  if (was !== null && isAtCost && watched.some(({ symbol }) => symbol === was.contract.symbol)) {
    return `its price to be back at ${valueAsWritten('price', was.averagePricePaise)}`;
  }
  const isOfType = ({ kind, optionType }: Contract): boolean =>
    form.type === 'FUT' ? kind === 'future' : optionType === form.type;
  if (momentum === null || !watched.some(isOfType)) return null;
  return `its price to move ${momentum.text}`;
}
