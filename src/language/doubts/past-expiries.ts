import { type IstDate, isIstDate } from '../../model/time/ist.ts';
import { type Finding, type Path, pathText } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** Expiries by date that have passed: nothing of them is listed any more, and the run would fail at its entry. */
export function pastExpiries(file: Mapping, today: IstDate): readonly Finding[] {
  const legs = Object.entries(mappingOf(file['legs']));
  const written: readonly (readonly [Path, unknown])[] = [
    [['expiry'], file['expiry']],
    ...legs.map(([name, leg]) => [['legs', name, 'expiry'], mappingOf(leg)['expiry']] as const),
  ];
  return written.flatMap(([path, expiry]) => {
    if (typeof expiry !== 'string' || !isIstDate(expiry) || expiry >= today) return [];
    const message = `"${pathText(path)}" has passed: nothing that expired then can be traded`;
    const next = 'Write a later date, or a rule such as weekly';
    return [{ path, message, parts: { found: expiry, next } }];
  });
}
