import { type Finding } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';

/** A limit of the week below that of the day: its first day locks the week before it comes to its own limit. */
export function invertedLimits(file: Readonly<Record<string, unknown>>): readonly Finding[] {
  const { dayLoss, weekLoss } = mappingOf(file['protections']);
  if (typeof dayLoss !== 'string' || typeof weekLoss !== 'string') return [];
  if (Number.parseFloat(weekLoss) >= Number.parseFloat(dayLoss)) return [];
  const message =
    '"protections.weekLoss" is less than "dayLoss": one day can lock the week before its own limit';
  const parts = { found: JSON.stringify(weekLoss), next: `Write more than ${dayLoss}` };
  return [{ path: ['protections', 'weekLoss'], message, parts }];
}
