import { z } from 'zod';

/** What traders ask for that YAML cannot say. */
interface NotYet {
  /** Names it, at the beginning of a sentence. */
  readonly what: string;
  /** A strategy that ships and does it. */
  readonly example: string;
}

const REENTRY: NotYet = { what: 'Re-entry', example: 'strategies/delta-strangle.ts' };
const FUTURES: NotYet = { what: 'A future', example: 'strategies/long-future.ts' };

const KEYS: ReadonlyMap<string, NotYet> = new Map(
  [
    ...['reentry', 'reentries', 'reenter', 'reexecute', 'reexecution'],
    ...['reentryonsl', 'reentryontarget', 'reentrycount', 'maxreentries'],
  ].map((key) => [key, REENTRY]),
);
const VALUES: ReadonlyMap<string, NotYet> = new Map(
  ['fut', 'futs', 'future', 'futures', 'futidx'].map((word) => [word, FUTURES]),
);

/** What a key asks for, however it is spelt, that YAML cannot say; null for any other key. */
export function keyNotYet(key: string): NotYet | null {
  return KEYS.get(bare(key)) ?? null;
}

/** What the type of a leg asks for that YAML cannot say; null for any other word. */
export function typeNotYet(written: string): NotYet | null {
  return VALUES.get(bare(written)) ?? null;
}

/** Message and next step for it. */
export function toldNotYet({ what, example }: NotYet): { message: string; next: string } {
  return {
    message: `${what} is not in YAML yet`,
    next: `Write the strategy in TypeScript: begin with a copy of ${example}, which ships with sauda`,
  };
}

function bare(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]+/g, '');
}

/** What people write for a word of this language. */
const SYNONYMS: Readonly<Record<string, string>> = {
  call: 'CE',
  put: 'PE',
  short: 'sell',
  long: 'buy',
  mis: 'intraday',
  nrml: 'carry-forward',
  week: 'weekly',
  month: 'monthly',
  sun: 'sunday',
  mon: 'monday',
  tue: 'tuesday',
  wed: 'wednesday',
  thu: 'thursday',
  fri: 'friday',
  sat: 'saturday',
};
/** Longest text that is worth mending. */
const CHARS_MAX = 64;

/**
 * A value that the schema accepts and that says what was probably meant: `9:20 am` is `09:20`, `OTM 2` is `OTM2`.
 * Null when no small change helps.
 */
export function repairValue(found: string, schema: z.core.$ZodType): string | null {
  if (found.length > CHARS_MAX) return null;
  const all = candidates(found.trim());
  const fitting = all.find((word) => word !== found && z.safeParse(schema, word).success);
  if (fitting !== undefined) return fitting;
  const item = all.find((word) => z.safeParse(schema, [word]).success);
  if (item !== undefined) return `[${item}]`;
  if (z.safeParse(schema, found).success) return `"${found}"`;
  const number = Number(found);
  return found !== '' && z.safeParse(schema, number).success ? String(number) : null;
}

function candidates(found: string): readonly string[] {
  const words = found.toLowerCase();
  const amount = found.replace(/^(₹|rs\.?|inr)\s*/i, '').replace(/[,_](?=\d)/g, '');
  return [
    SYNONYMS[words] ?? found,
    found.toUpperCase(),
    words,
    words.replaceAll(/[\s_]+/g, '-'),
    found.replaceAll(/[\s_-]+/g, '').toUpperCase(),
    clock(words) ?? found,
    amount.replace(/\s*(%|percent|per cent|pct)$/i, '%'),
    amount.replace(/\s*(pts?\.?|points?)$/i, ' points'),
    amount.replace(/\s*(rs\.?|inr|₹|rupees?|\/-)?$/i, ' rupees'),
    words.replace(/^(premium|delta|strike)\s*[:=~]?\s*/, '$1 '),
    `${amount}%`,
  ];
}

function clock(words: string): string | null {
  const match = /^(\d{1,2})[:.](\d{2})\s*([ap]m)?$/.exec(words);
  if (match === null) return null;
  const [, hour = '', minute = '', half] = match;
  const shift = half === 'pm' && Number(hour) < 12 ? 12 : 0;
  return `${String(Number(hour) + shift).padStart(2, '0')}:${minute}`;
}
