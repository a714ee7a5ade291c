import { type Desk } from './desk.ts';
import { isLimited } from './is-limited.ts';

/** Whether something is to be priced, or is measured by prices. */
export function isPriceAwaited(desk: Desk): boolean {
  const { intents, squareOffs, surplus, limits, runs, protections } = desk;
  if (protections.isPriceAwaited || surplus.size > 0 || squareOffs.active().length > 0) return true;
  for (const { state, modify } of intents.live()) {
    if (state === 'waiting' || modify !== null) return true;
  }
  if (isLimited(limits.accountProtections)) return true;
  for (const { policies } of runs.all()) if (isLimited(policies.protections)) return true;
  return false;
}
