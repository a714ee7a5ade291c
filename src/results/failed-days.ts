import { type SweepVariant, type VariantDay } from './sweep-result.ts';

/** On how many of its days a variant's strategy failed, and why the first time; null when it never did. */
export function failedDaysText(days: readonly VariantDay[]): string | null {
  const failed = days.filter(({ failure }) => failure !== null);
  const [first] = failed;
  if (first === undefined) return null;
  const of = `${String(days.length)} ${days.length === 1 ? 'day' : 'days'}`;
  return `failed on ${String(failed.length)} of ${of}, first on ${first.date}: ${first.failure ?? ''}`;
}

/** Whether a variant's strategy failed on none of its days: only such a one can be best or go on. */
export function isSound(days: readonly VariantDay[]): boolean {
  return days.every(({ failure }) => failure === null);
}

/** Whether the strategy of a variant that was judged failed on any day. */
export function isFailing({ whole }: Pick<SweepVariant, 'whole'>): boolean {
  return whole !== null && whole.daysFailed > 0;
}
