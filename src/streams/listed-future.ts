import { type Contract } from '../model/contract.ts';
import { type FutureRule } from './chain.ts';
import { SelectionError } from './selection-error.ts';

/**
 * The future that a rule means. `futures` ascend by expiry.
 *
 * @throws {SelectionError} when it is not listed
 */
export function listedFuture(
  underlying: string,
  futures: readonly Contract[],
  rule: FutureRule,
): Contract {
  const found =
    typeof rule === 'object'
      ? futures.find(({ expiry }) => expiry === rule.date)
      : futures[rule === 'monthly' ? 0 : 1];
  if (found !== undefined) return found;
  const asked = typeof rule === 'object' ? rule.date : rule;
  const listed = futures.map(({ expiry }) => expiry).join(', ');
  throw new SelectionError(
    `Cannot take the ${asked} future of ${underlying}: ${listed === '' ? 'no future is listed' : `listed are ${listed}`}`,
  );
}
