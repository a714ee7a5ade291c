import { isRecord, type Json } from '../../base/json.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Product, type Side } from '../../model/orders/order.ts';
import { type WordsProfile } from '../../model/orders/platform-profile.ts';
import { type ContractRules } from '../../model/time/calendar.ts';
import { type IstDate } from '../../model/time/ist.ts';

/** A distance from the entry price. */
export interface Threshold {
  readonly unit: 'percent' | 'points';
  /** Percent of the entry price, or rupees. Above 0. */
  readonly value: number;
}

/** What one leg of a custom position asks for, as far as the simulator understands it. */
export interface LegRequest {
  readonly side: Side;
  readonly lots: number;
  readonly instrument: 'CE' | 'PE' | 'FUT';
  readonly expiry: 'weekly' | 'next-weekly' | 'monthly' | 'next-monthly';
  /** Strikes away from the one nearest to the index: positive out of the money, negative in. */
  readonly strikeSteps: number;
  readonly stop: Threshold | null;
  readonly target: Threshold | null;
  readonly product: Product;
}

const EXPIRIES: ReadonlyMap<string, LegRequest['expiry']> = new Map([
  ['ExpiryType.Weekly', 'weekly'],
  ['ExpiryType.NextWeekly', 'next-weekly'],
  ['ExpiryType.Monthly', 'monthly'],
  ['ExpiryType.NextMonthly', 'next-monthly'],
]);
const INSTRUMENTS: ReadonlyMap<string, LegRequest['instrument']> = new Map([
  ['LegType.CE', 'CE'],
  ['LegType.PE', 'PE'],
  ['LegType.FUT', 'FUT'],
]);
const BY_STRIKE = 'EntryType.EntryByStrikeType';
const STRIKE = /^StrikeType\.(?:(ATM)|(ITM)([1-9]|1\d|20)|(OTM)([1-9]|[12]\d|30))$/;
const LOTS_MAX = 10_000;
/** Keys of a leg that are named when they are not understood; a position keeps its notes all day. */
const KEYS_NAMED_MAX = 20;
const UNDERSTOOD = new Set([
  'PositionType',
  'Lots',
  'LegStopLoss',
  'LegTarget',
  'LegTrailSL',
  'ExpiryKind',
  'EntryType',
  'StrikeParameter',
  'InstrumentKind',
]);

/**
 * Reads one leg in the platform's words. What it does not know is noted; without it the leg still trades where it can, and
 * is null where it cannot.
 */
export function readLeg(
  json: Json,
  words: WordsProfile,
): { readonly leg: LegRequest | null; readonly notes: readonly string[] } {
  const config = recordOf(recordOf(json)['PositionConfig']);
  const notes = Object.keys(config)
    .filter((key) => !UNDERSTOOD.has(key))
    .slice(0, KEYS_NAMED_MAX)
    .map((key) => `${key} is not simulated`);
  const trail = textOf(recordOf(config['LegTrailSL'])['Type'] ?? 'None');
  if (trail !== 'None') notes.push(`LegTrailSL "${trail}" is not simulated`);
  const stop = thresholdOf('LegStopLoss', config, notes);
  const target = thresholdOf('LegTarget', config, notes);
  const core = readCore(config, words, notes);
  if (core === null) return { leg: null, notes: [...notes, 'The leg is not traded'] };
  const execution = recordOf(recordOf(json)['ExecutionConfig']);
  const isIntraday = textOf(execution['ProductType']) === words.product.intraday;
  const product = isIntraday ? 'intraday' : 'carry-forward';
  return { leg: { ...core, stop, target, product }, notes };
}

type Core = Omit<LegRequest, 'stop' | 'target' | 'product'>;

function readCore(config: JsonRecord, words: WordsProfile, notes: string[]): Core | null {
  const need = <Value>(value: Value | null | undefined, note: string): Value | null => {
    const isThere = value !== null && value !== undefined;
    if (!isThere) notes.push(note);
    return isThere ? value : null;
  };
  const kind = INSTRUMENTS.get(textOf(config['InstrumentKind']));
  const expiryWord = textOf(config['ExpiryKind'] ?? 'ExpiryType.Weekly');
  const instrument = need(kind, unknownWord('InstrumentKind', config));
  const expiry = need(EXPIRIES.get(expiryWord), unknownWord('ExpiryKind', config));
  const sideWord = textOf(config['PositionType']);
  const side = need(sideOf(sideWord, words), unknownWord('PositionType', config));
  const lots = need(lotsOf(config['Lots']), unknownWord('Lots', config));
  const strikeSteps = need(kind === 'FUT' ? 0 : strikeStepsOf(config), unknownStrike(config));
  if (instrument === null || expiry === null || side === null) return null;
  if (lots === null || strikeSteps === null) return null;
  return { side, lots, instrument, expiry, strikeSteps };
}

type JsonRecord = Readonly<Record<string, Json>>;

function strikeStepsOf(config: JsonRecord): number | null {
  if (textOf(config['EntryType'] ?? BY_STRIKE) !== BY_STRIKE) return null;
  const match = STRIKE.exec(textOf(config['StrikeParameter']));
  if (match === null) return null;
  const [, atm, itm, itmSteps, , otmSteps] = match;
  if (atm !== undefined) return 0;
  return itm === undefined ? Number(otmSteps) : -Number(itmSteps);
}

function thresholdOf(key: string, config: JsonRecord, notes: string[]): Threshold | null {
  const given = recordOf(config[key]);
  const type = textOf(given['Type'] ?? 'None');
  if (type === 'None') return null;
  const value = given['Value'];
  if (typeof value === 'number' && value > 0) {
    if (type === 'LegTgtSLType.Percentage') return { unit: 'percent', value };
    if (type === 'LegTgtSLType.Points') return { unit: 'points', value };
  }
  notes.push(`${key} "${type}" ${shown(value)} is not simulated`);
  return null;
}

function sideOf(word: string, words: WordsProfile): Side | null {
  if (word === words.side.buy) return 'buy';
  return word === words.side.sell ? 'sell' : null;
}

function unknownStrike(config: JsonRecord): string {
  const { EntryType: entry, StrikeParameter: strike } = config;
  return `Strike by ${shown(entry)} ${shown(strike)} is not simulated`;
}

function unknownWord(key: string, config: JsonRecord): string {
  return `${key} ${shown(config[key])} is not understood`;
}

function lotsOf(lots: Json | undefined): number | null {
  return typeof lots === 'number' && Number.isInteger(lots) && lots >= 1 && lots <= LOTS_MAX
    ? lots
    : null;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function recordOf(value: Json | undefined): JsonRecord {
  return isRecord(value) ? value : {};
}

function shown(value: Json | undefined): string {
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value ?? null);
}

/** What a leg's contract is chosen from. */
export interface ContractChoice {
  readonly contracts: readonly Contract[];
  readonly rules: ContractRules;
  readonly underlying: string;
  readonly date: IstDate;
  readonly indexPaise: number;
}

/** The contract that a leg means at this index level; null when none such is listed. */
export function contractOfLeg(leg: LegRequest, choice: ContractChoice): Contract | null {
  const kind = leg.instrument === 'FUT' ? 'future' : 'option';
  const listed = choice.contracts.filter(
    (contract) => contract.kind === kind && contract.expiry >= choice.date,
  );
  const expiry = expiryOf(leg, listed, choice);
  const candidates = listed.filter((contract) => contract.expiry === expiry);
  if (leg.instrument === 'FUT') return candidates[0] ?? null;
  const options = candidates
    .filter(({ optionType }) => optionType === leg.instrument)
    .toSorted((left, right) => (left.strikePaise ?? 0) - (right.strikePaise ?? 0));
  const atMoney = nearestIndex(options, choice.indexPaise);
  const outward = leg.instrument === 'CE' ? 1 : -1;
  return options[atMoney + outward * leg.strikeSteps] ?? null;
}

function expiryOf(
  leg: LegRequest,
  listed: readonly Contract[],
  { rules, underlying }: ContractChoice,
): IstDate | undefined {
  const expiries = [...new Set(listed.map(({ expiry }) => expiry))].toSorted();
  const isMonthlyWanted = leg.expiry === 'monthly' || leg.expiry === 'next-monthly';
  const wanted = isMonthlyWanted
    ? expiries.filter((expiry) => rules.isMonthlyExpiry(underlying, expiry))
    : expiries;
  return wanted[leg.expiry === 'weekly' || leg.expiry === 'monthly' ? 0 : 1];
}

function nearestIndex(options: readonly Contract[], indexPaise: number): number {
  const distances = options.map(({ strikePaise }) => Math.abs((strikePaise ?? 0) - indexPaise));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}
