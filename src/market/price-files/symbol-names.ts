import { formatSymbol, parseSymbol, type SymbolParts } from '../../model/market/contract.ts';
import { otherIndexIn } from '../../model/market/underlying.ts';
import { type ContractRules } from '../../model/time/calendar.ts';
import { addDays, isIstDate, type IstDate, MONTH_NAMES } from '../../model/time/ist.ts';

/** The index or contract of a name in a file. */
export interface NamedSymbol {
  /** The platform's name of it. */
  readonly symbol: string;
  readonly underlying: string;
  /** Null for an index. */
  readonly contract: SymbolParts | null;
}

/** Other names of indexes, in capitals without blanks. */
const INDEX_NAMES: Readonly<Record<string, string>> = {
  NIFTY50: 'NIFTY',
  NSEI: 'NIFTY',
  NIFTYBANK: 'BANKNIFTY',
  NSEBANK: 'BANKNIFTY',
  NIFTYFINSERVICE: 'FINNIFTY',
  NIFTYFINANCIALSERVICES: 'FINNIFTY',
  NIFTYMIDSELECT: 'MIDCPNIFTY',
  NIFTYMIDCAPSELECT: 'MIDCPNIFTY',
  NIFTYNEXT50: 'NIFTYNXT50',
  BSESENSEX: 'SENSEX',
  BSESN: 'SENSEX',
  BSEBANKEX: 'BANKEX',
};

/** Words of the longest of these names: Nifty Financial Services, Nifty Next 50. */
const NAME_WORDS_MAX = 3;

const MONTHS = MONTH_NAMES.map((name) => name.toUpperCase());
/** Strikes in rupees that an index can have: `25AUG24400CE` is the monthly of August 2025, not 400 on 25 August 2024. */
const STRIKE_MIN = 1_000;
const STRIKE_MAX = 200_000;
const STRIKE = String.raw`([1-9]\d{0,6}(?:\.\d{1,2})?)(CE|PE)`;
/** `2580724400CE`: year, month as 1 to 9, O, N, D, day, strike. */
const WEEKLY = new RegExp(String.raw`^(\d\d)([1-9OND])(\d\d)${STRIKE}$`);
/** `25AUG24400CE` and `25AUGFUT`: the monthly expiry. */
const MONTHLY = new RegExp(`^(\\d\\d)(${MONTHS.join('|')})(?:FUT|${STRIKE})$`);
/** `28MAR2420800CE` and `24APR24FUT`: day, month, year. */
const DAY_FIRST = new RegExp(`^(\\d\\d)(${MONTHS.join('|')})(\\d\\d)(?:FUT|${STRIKE})$`);

/** Reads the names of indexes, options and futures in files. */
export class SymbolNames {
  readonly #rules: ContractRules;
  readonly #longestFirst: readonly string[];

  constructor(rules: ContractRules) {
    this.#rules = rules;
    // BANKNIFTY has NIFTY in it.
    this.#longestFirst = [...rules.underlyings].sort((left, right) => right.length - left.length);
  }

  get underlyings(): readonly string[] {
    return this.#rules.underlyings;
  }

  /** The index or contract of a name; null when unknown. */
  named(text: string): NamedSymbol | null {
    const name = text
      .toUpperCase()
      .replace(/^(?:NSE|BSE|NFO|BFO|NSE_INDEX|BSE_INDEX)[:|]/, '')
      .replace(/[.](?:NSE|BSE|NFO|BFO|NS|BO)$/, '')
      .replace(/-INDEX$/, '')
      .replaceAll(/[\s^_]/g, '');
    const index = INDEX_NAMES[name] ?? name;
    if (this.underlyings.includes(index)) {
      return { symbol: index, underlying: index, contract: null };
    }
    const contract = this.#contract(name);
    if (contract === null) return null;
    return { symbol: formatSymbol(contract), underlying: contract.underlying, contract };
  }

  /** The index or contract in a file's path; null when unknown. */
  ofPath(path: string): NamedSymbol | null {
    const base = path.split(/[/\\]/).at(-1) ?? '';
    const stem = base.replace(/[.](?:csv|tsv|txt|jsonl|ndjson)$/i, '');
    if (otherIndexIn(stem) !== null) return null;
    for (const words of [stem, ...runsOf(stem.split(/[^A-Za-z0-9.]+/))]) {
      const named = this.named(words);
      if (named !== null) return named;
    }
    const name = stem.toUpperCase();
    // As a word of its own: NIFTYBEES and NIFTYIT are not NIFTY.
    const within = this.#longestFirst.find((underlying) =>
      new RegExp(`(?<![A-Z])${underlying}(?![A-Z])`).test(name),
    );
    return within === undefined ? null : { symbol: within, underlying: within, contract: null };
  }

  #contract(name: string): SymbolParts | null {
    const own = parseSymbol(name);
    if (own !== null) return this.underlyings.includes(own.underlying) ? own : null;
    for (const underlying of this.#longestFirst) {
      if (!name.startsWith(underlying)) continue;
      const rest = name.slice(underlying.length);
      const parts =
        weekly(underlying, rest) ?? this.#monthly(underlying, rest) ?? dayFirst(underlying, rest);
      if (parts !== null) return parts;
    }
    return null;
  }

  #monthly(underlying: string, rest: string): SymbolParts | null {
    const [, year, month = '', strike, type] = MONTHLY.exec(rest) ?? [];
    if (year === undefined) return null;
    const first = dateOf(year, MONTHS.indexOf(month) + 1, '01');
    // Not by the listing on the first of the month: an index's first contracts may have come later in it.
    for (let expiry = first; expiry.startsWith(first.slice(0, 7)); expiry = addDays(expiry, 1)) {
      if (!this.#rules.isMonthlyExpiry(underlying, expiry)) continue;
      return partsOf(underlying, expiry, [strike, type]);
    }
    return null;
  }
}

/** Neighbouring words joined, the longest first: `NIFTY BANK_minute` is NIFTYBANK before it is NIFTY. */
function runsOf(words: readonly string[]): readonly string[] {
  const runs: string[] = [];
  for (let length = Math.min(words.length, NAME_WORDS_MAX); length > 0; length -= 1) {
    for (let first = 0; first + length <= words.length; first += 1) {
      runs.push(words.slice(first, first + length).join(''));
    }
  }
  return runs;
}

function weekly(underlying: string, rest: string): SymbolParts | null {
  const [, year, month = '', day, strike, type] = WEEKLY.exec(rest) ?? [];
  if (year === undefined) return null;
  const number = 'OND'.includes(month) ? 10 + 'OND'.indexOf(month) : Number(month);
  return partsOf(underlying, dateOf(year, number, day), [strike, type]);
}

function dayFirst(underlying: string, rest: string): SymbolParts | null {
  const [, day, month = '', year, strike, type] = DAY_FIRST.exec(rest) ?? [];
  if (day === undefined) return null;
  return partsOf(underlying, dateOf(year, MONTHS.indexOf(month) + 1, day), [strike, type]);
}

function dateOf(year: string | undefined, month: number, day: string | undefined): IstDate {
  return `20${String(year)}-${String(month).padStart(2, '0')}-${String(day)}`;
}

function partsOf(
  underlying: string,
  expiry: IstDate,
  [strike, type]: readonly [strike: string | undefined, type: string | undefined],
): SymbolParts | null {
  if (!isIstDate(expiry)) return null;
  if (strike === undefined) return { kind: 'future', underlying, expiry };
  if (!(Number(strike) >= STRIKE_MIN && Number(strike) <= STRIKE_MAX)) return null;
  const strikePaise = Math.round(Number(strike) * 100);
  return {
    kind: 'option',
    underlying,
    expiry,
    optionType: type === 'CE' ? 'CE' : 'PE',
    strikePaise,
  };
}
