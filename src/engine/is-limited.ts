import { type Protections } from '../model/run-policies.ts';

/** Protections never change, and are looked at after every poll. */
const limited = new WeakMap<Protections, boolean>();

/** Whether protections limit anything. */
export function isLimited(protections: Protections): boolean {
  const known = limited.get(protections);
  if (known !== undefined) return known;
  const isAny = Object.values(protections).some(
    (limit) => typeof limit === 'number' && limit !== 0,
  );
  limited.set(protections, isAny);
  return isAny;
}
