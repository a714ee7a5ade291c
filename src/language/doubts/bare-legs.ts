import { type Finding } from '../../text/finding.ts';
import { listOf, mappingOf } from '../../text/read-yaml.ts';
import { hasExit } from './skipped-exits.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** What closes a leg or stops its loss before the exit time. */
const PROTECTING = ['stop', 'indexStop', 'target', 'indexTarget', 'onStop', 'onTarget'];

/**
 * Sold legs that nothing closes before the exit time, whatever they lose: no limit of their own or of the whole, no rule, and
 * nothing bought beside them.
 */
export function bareLegs(file: Mapping): readonly Finding[] {
  const legs = Object.entries(mappingOf(file['legs'])).map(
    ([name, leg]) => [name, mappingOf(leg)] as const,
  );
  const { dayLoss, weekLoss, drawdown } = mappingOf(file['protections']);
  const isLimited = [file['whole'], dayLoss, weekLoss, drawdown].some(
    (limit) => limit !== undefined,
  );
  const isWatched = isLimited || hasExits(file) || isSet(file);
  if (isWatched) return [];
  return legs.flatMap(([name, leg]) => {
    if (leg['side'] !== 'sell' || isSet(leg) || isCovered(leg, legs)) return [];
    const message = `"${name}" is sold, and nothing closes it before ${String(file['exit'])}, whatever it loses`;
    const next = `Add "legs.${name}.stop", for example 30%, or limit the whole: whole: { stop: 5000 rupees }`;
    return [{ path: ['legs', name], isKey: true, message, parts: { next } }];
  });
}

function isSet(keys: Mapping): boolean {
  return PROTECTING.some((key) => keys[key] !== undefined);
}

function hasExits({ rules, entry }: Mapping): boolean {
  if (mappingOf(entry)['otherSide'] === 'exit') return true;
  return listOf(rules).some((rule) => hasExit(mappingOf(rule)['then']));
}

function isCovered({ type }: Mapping, legs: readonly (readonly [string, Mapping])[]): boolean {
  return legs.some(([, other]) => other['side'] === 'buy' && other['type'] === type);
}
