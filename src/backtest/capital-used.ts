import { formatPaise } from '../model/money/money.ts';

/** What returns are relative to where nothing else is said: ten lakh rupees. */
export const CAPITAL_PAISE_DEFAULT = 100_000_000;

/** What returns are relative to, and what says so. */
export interface CapitalUsed {
  readonly capitalPaise: number;
  readonly capitalFrom: 'asked' | 'strategies' | 'default';
}

/**
 * The capital that was asked for; else that of the strategies, together, where each says its own in a parameter `capital` such as
 * `500000 rupees`; else ten lakh rupees.
 */
export function capitalUsed(
  strategies: readonly { readonly params: unknown }[],
  askedPaise: number | undefined,
): CapitalUsed {
  if (askedPaise !== undefined) return { capitalPaise: askedPaise, capitalFrom: 'asked' };
  const own = strategies.map(({ params }) => capitalIn(params));
  const known = own.filter((paise) => paise !== null);
  if (own.length === 0 || known.length < own.length) {
    return { capitalPaise: CAPITAL_PAISE_DEFAULT, capitalFrom: 'default' };
  }
  const capitalPaise = known.reduce((sum, paise) => sum + paise, 0);
  return { capitalPaise, capitalFrom: 'strategies' };
}

/** Says whose capital returns are relative to where it is no option's and not the usual one. */
export function capitalAssumptions({ capitalPaise, capitalFrom }: CapitalUsed): readonly string[] {
  if (capitalFrom !== 'strategies') return [];
  return [
    `Returns are relative to ${formatPaise(capitalPaise)}, the "capital" of the strategies; --capital takes another`,
  ];
}

function capitalIn(params: unknown): number | null {
  if (typeof params !== 'object' || params === null || !('capital' in params)) return null;
  const [, rupees] = /^(\d{1,9}(?:\.\d{1,2})?) rupees?$/.exec(String(params.capital)) ?? [];
  const paise = Math.round(Number(rupees ?? 0) * 100);
  return paise > 0 ? paise : null;
}
