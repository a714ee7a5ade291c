import { z } from 'zod';

import { WORD_CHARS_MAX } from '../text/finding.ts';
import { type NotYet, type FileWords } from '../text/issue-findings.ts';
import { LANGUAGE_VERSION, NEWER_FILE } from './migration/migrations.ts';

const REENTRY: NotYet = {
  message: 'A re-entry is written with what follows a stop or a target',
  next: 'Write onStop: { reenter: { how: immediately, times: 1 } }',
};

const KEYS: ReadonlyMap<string, NotYet> = new Map(
  [
    ...['reentry', 'reentries', 'reenter', 'reexecute', 'reexecution'],
    ...['reentryonsl', 'reentryontarget', 'reentrycount', 'maxreentries'],
  ].map((key) => [key, REENTRY]),
);
/** Words of other platforms for keys: to remove such a line would leave a position without what it asks for. */
const KEYS_MEANT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    stop: ['stoploss', 'sl', 'slprice'],
    target: ['takeprofit', 'tp', 'targetprofit'],
    trail: ['tsl', 'trailing', 'trailingstop', 'trailsl'],
    exit: ['squareoff', 'squareofftime', 'exittime', 'close'],
    entry: ['entrytime', 'starttime'],
    underlying: ['symbol', 'instrument'],
    units: ['quantity', 'qty'],
    risk: ['riskpertrade', 'maxrisk', 'riskpercent', 'riskpct', 'riskpercentage'],
  }).flatMap(([key, words]) => words.map((word) => [word, key] as const)),
);

/** Words for the whole file, which people write at a leg or elsewhere below, and where a file says that. */
const PLACES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'protections.weekLoss': ['weekloss', 'weeklyloss', 'maxweeklyloss', 'maxlossperweek'],
    'protections.dayLoss': ['dayloss', 'dailyloss', 'maxdailyloss', 'maxlossperday'],
    risk: ['risk', 'riskpertrade', 'maxrisk', 'riskpercent', 'riskpct', 'riskpercentage'],
    share: ['share'],
    capital: ['capital'],
    maxLots: ['maxlots'],
    // All orders of a run go to one connection.
    broker: ['broker', 'brokerid', 'brokername'],
  }).flatMap(([place, words]) => words.map((word) => [word, place.split('.')] as const)),
);

/** What traders write in a strategy file, right, wrong or not possible yet. */
export const STRATEGY_WORDS: FileWords = {
  wrongWhole: 'This is not a strategy',
  repair: repairValue,
  keyNotYet: (key) => KEYS.get(bare(key)) ?? null,
  keyMeant: (key) => KEYS_MEANT.get(bare(key)) ?? null,
  placeMeant: (key) => PLACES.get(bare(key)) ?? null,
  valueNotYet: (path, found) =>
    path.join() === 'schemaVersion' && Number(found) > LANGUAGE_VERSION ? NEWER_FILE : null,
};

/** The same for a file of rules, in which only rules enter legs. */
export const RULES_WORDS: FileWords = {
  ...STRATEGY_WORDS,
  keyNotYet: (key) => (key === 'entry' ? ENTRY_BY_RULE : (KEYS.get(bare(key)) ?? null)),
};

const ENTRY_BY_RULE: NotYet = {
  message: 'In a file with rules, rules enter the legs',
  next: 'Write a rule: { when: { at: 09:20 }, then: [{ enter: all }] }',
};

function bare(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]+/g, '');
}

/** What people write for a word of this language. */
const SYNONYMS: Readonly<Record<string, string>> = {
  call: 'CE',
  put: 'PE',
  fut: 'FUT',
  futures: 'FUT',
  future: 'FUT',
  futidx: 'FUT',
  short: 'sell',
  long: 'buy',
  mis: 'intraday',
  nrml: 'carry-forward',
  sl: 'stop',
  stoploss: 'stop',
  'stop-loss': 'stop',
  'stop loss': 'stop',
  tp: 'target',
  tgt: 'target',
  overnight: '1 day',
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

/** A text that no word, number, time or amount looks like. */
const ANY_TEXT = 'any text?';

/** What a distance is written as, and no share of the capital. */
const SOME_POINTS = '1 points';

/**
 * A value that the schema accepts and that says what was probably meant: `9:20 am` is `09:20`, `OTM 2` is `OTM2`.
 * Null when no small change helps.
 */
function repairValue(found: string, schema: z.core.$ZodType): string | null {
  if (found.length > WORD_CHARS_MAX) return null;
  // Where any text may stand, a small change of it says nothing.
  if (z.safeParse(schema, ANY_TEXT).success) {
    return z.safeParse(schema, found).success ? `"${found}"` : null;
  }
  const fraction = fractionOf(found);
  if (fraction !== null) return shareOf(fraction, schema) ?? otherKind(found, schema);
  const all = candidates(found.trim());
  const fitting = all.find((word) => word !== found && z.safeParse(schema, word).success);
  if (fitting !== undefined) return fitting;
  const items = [found.split(/[\s,&+]+/), ...all.map((word) => [word])];
  const list = items.find((words) => z.safeParse(schema, words).success);
  if (list !== undefined) return `[${list.join(', ')}]`;
  return otherKind(found, schema);
}

/** The same value as a text where it is a number, and as a number where it is a text. */
function otherKind(found: string, schema: z.core.$ZodType): string | null {
  if (z.safeParse(schema, found).success) return `"${found}"`;
  const number = Number(found);
  return found !== '' && z.safeParse(schema, number).success ? String(number) : null;
}

/**
 * What a fraction of the capital is as a share of it: 0.01 is 1%. A distance of 0.5 may be half of the price, half a percent
 * or half a point, and gets no advice.
 */
function shareOf(fraction: number, schema: z.core.$ZodType): string | null {
  const share = `${String(Number((fraction * 100).toFixed(2)))}%`;
  if (z.safeParse(schema, SOME_POINTS).success) return null;
  return z.safeParse(schema, share).success ? share : null;
}

/** A bare number between 0 and 1; null of all else. */
function fractionOf(found: string): number | null {
  const number = /^0?\.\d+$/.test(found.trim()) ? Number(found) : 0;
  return number > 0 ? number : null;
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
    words.replace(/^(\d+)\s*([mhs])(in(ute)?s?|(ou)?rs?|ec(ond)?s?)?$/, '$1$2'),
    words.replace(/^(\d+)\s*m(in(ute)?s?)?$/, '$1 minutes'),
    amount.replace(/\s*(%|percent|per cent|pct)$/i, '%'),
    amount.replace(/\s*(pts?\.?|points?)$/i, ' points'),
    inRupees(words) ?? found,
    // A small number alone is rather a share than an amount of money.
    Number(amount) <= 100 ? `${amount}%` : found,
    amount.replace(/\s*(rs\.?|inr|₹|rupees?|\/-)?$/i, ' rupees'),
    words.replace(/^premium\s*([<>])=?\s*/, 'premium $1= '),
    words.replace(/^(premium|delta|strike)\s*[:=~]?\s*/, '$1 '),
    `${amount}%`,
    `${amount} points`,
  ];
}

/** An amount in the words of India: 5 lakh is 500000 rupees. */
function inRupees(words: string): string | null {
  const match = /^(?:₹|rs\.?|inr)?\s*(\d{1,4}(?:\.\d{1,5})?)\s*(lakhs?|lacs?|l|crores?|cr)\b/.exec(
    words,
  );
  if (match === null) return null;
  const [, amount = '', unit = ''] = match;
  const rupees = Math.round(Number(amount) * (unit.startsWith('c') ? 10_000_000 : 100_000));
  return `${String(rupees)} rupees`;
}

function clock(words: string): string | null {
  const match = /^(\d{1,2})[:.](\d{2})\s*([ap]m)?$/.exec(words);
  if (match === null) return null;
  const [, hour = '', minute = '', half] = match;
  // Without am or pm it is a time of the market's day.
  const isAfternoon =
    half === 'pm' ? Number(hour) < 12 : half === undefined && /^0?[1-3]$/.test(hour);
  return `${String(Number(hour) + (isAfternoon ? 12 : 0)).padStart(2, '0')}:${minute}`;
}
