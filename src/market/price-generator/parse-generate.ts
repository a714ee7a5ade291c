import { nearestWord } from '../../base/nearest-word.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type Regime, REGIMES, type RegimeShares, sharesOf, USUAL_SHARES } from './regime.ts';

/** What is asked of the generator in a few characters. */
export interface GenerateRequest {
  readonly seed: string;
  readonly regimes: RegimeShares;
}

/** The forms, for help texts and messages. */
export const GENERATE_FORMS = '7, 7:crash, 7:trend,gap or 7:trend=0.6,chop=0.4,pin=0.5';

const SEED = /^[A-Za-z0-9._-]{1,64}$/;
const SHARE = /^(?:0|1|0?\.\d{1,6}|1\.0{1,6})$/;

interface Entry {
  readonly regime: Regime;
  /** Null when none is written. */
  readonly share: number | null;
}

/**
 * Reads `SEED[:REGIME[=SHARE],…]`. Without regimes the usual mix; regimes without shares come equally often; shares of
 * days come to 1. `pin` is apart: its share is that of expiry days, and 1 when it is only named. Where nothing but
 * `pin` is asked for, days are calm.
 */
export function parseGenerate(text: string): Result<GenerateRequest, Problem> {
  const colon = text.indexOf(':');
  const seed = colon === -1 ? text : text.slice(0, colon);
  if (!SEED.test(seed)) {
    const allowed = 'letters, digits, dots, dashes and underscores, at most 64';
    return fail(problem('The seed of generated prices is not one', { found: seed, allowed }));
  }
  if (colon === -1) return ok({ seed, regimes: USUAL_SHARES });
  const entries: Entry[] = [];
  for (const part of text.slice(colon + 1).split(',')) {
    const entry = readEntry(part, entries);
    if (!entry.ok) return entry;
    entries.push(entry.value);
  }
  const shares = sharesAsked(entries);
  return shares.ok ? ok({ seed, regimes: shares.value }) : shares;
}

function readEntry(part: string, before: readonly Entry[]): Result<Entry, Problem> {
  const [name = '', share, ...rest] = part.split('=').map((word) => word.trim());
  const regime = REGIMES.find((known) => known === name);
  if (regime === undefined) {
    return fail(
      problem('Unknown regime of generated prices', {
        found: name,
        allowed: REGIMES.join(', '),
        nearest: nearestWord(name, REGIMES),
        next: `Write it like ${GENERATE_FORMS}`,
      }),
    );
  }
  if (before.some((entry) => entry.regime === regime)) {
    return fail(problem('A regime of generated prices is named twice', { found: part.trim() }));
  }
  if (share === undefined) return ok({ regime, share: null });
  if (rest.length === 0 && SHARE.test(share)) return ok({ regime, share: Number(share) });
  return fail(
    problem(`The share of "${regime}" is not one`, {
      found: part.trim(),
      allowed: '0 to 1 with at most six decimals, such as 0.25',
    }),
  );
}

function sharesAsked(entries: readonly Entry[]): Result<RegimeShares, Problem> {
  const pin = entries.find(({ regime }) => regime === 'pin');
  const days = entries.filter(({ regime }) => regime !== 'pin');
  const pinShare = pin === undefined ? 0 : (pin.share ?? 1);
  if (days.length === 0) {
    return ok({ days: sharesOf((regime) => (regime === 'calm' ? 1 : 0)), pin: pinShare });
  }
  const bare = days.filter(({ share }) => share === null);
  if (bare.length > 0 && bare.length < days.length) {
    return fail(
      problem('Either every regime has a share or none has', {
        found: `no share of ${bare.map(({ regime }) => regime).join(', ')}`,
        allowed: GENERATE_FORMS,
      }),
    );
  }
  // Counted in millionths, so that 0.1 + 0.2 + 0.7 is 1.
  const sum = days.reduce((total, { share }) => total + Math.round((share ?? 0) * 1e6), 0) / 1e6;
  if (bare.length === 0 && sum !== 1) {
    const found = `${String(sum)} in all`;
    return fail(
      problem('The shares of the regimes must come to 1', { found, allowed: '1 in all' }),
    );
  }
  const shareOf = (regime: Regime): number => {
    const entry = days.find((candidate) => candidate.regime === regime);
    return entry === undefined ? 0 : (entry.share ?? 1 / days.length);
  };
  return ok({ days: sharesOf(shareOf), pin: pinShare });
}
