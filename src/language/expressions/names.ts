import { type TracedSource } from '../../model/runs/trace.ts';
import { type Value, type ValueType } from './expression.ts';
import { type IndicatorEntry, INDICATORS } from './indicators.ts';

/** What keeps a fact up to date: which stream of the kit. */
export type FactSource =
  'clock' | 'index' | 'profit' | 'legs' | 'bars' | 'indicators' | 'variable' | 'source';

/** A name of the language, for the check, for the run and for people. */
export interface NameEntry {
  readonly type: ValueType;
  /** What stands between the parentheses; null for a name without any. */
  readonly parameter: 'leg' | 'bar length' | 'indicator settings' | null;
  readonly source: FactSource;
  /** One sentence, with the unit. */
  readonly meaning: string;
}

/** All names that an expression can use, besides the file's own variables. */
export const NAMES: Readonly<Record<string, NameEntry>> = {
  index: {
    ...{ type: 'price', parameter: null, source: 'index' },
    meaning: 'Level of the underlying’s index as last seen, in points',
  },
  time: {
    ...{ type: 'time', parameter: null, source: 'clock' },
    meaning: 'Time of day in IST',
  },
  profit: {
    ...{ type: 'money', parameter: null, source: 'profit' },
    meaning:
      'Profit of the run so far before costs, in rupees, with what is open at its last prices',
  },
  price: {
    ...{ type: 'price', parameter: 'leg', source: 'legs' },
    meaning: 'Last premium of the leg’s open position, in points',
  },
  entry: {
    ...{ type: 'price', parameter: 'leg', source: 'legs' },
    meaning: 'Average price at which the leg’s open position was entered, in points',
  },
  lots: {
    ...{ type: 'number', parameter: 'leg', source: 'legs' },
    meaning: 'Open lots of the leg: above 0 bought, below 0 sold, 0 flat',
  },
  open: {
    ...{ type: 'price', parameter: 'bar length', source: 'bars' },
    meaning: 'Open of the index’s last complete bar of this length, in points',
  },
  high: {
    ...{ type: 'price', parameter: 'bar length', source: 'bars' },
    meaning: 'High of the index’s last complete bar of this length, in points',
  },
  low: {
    ...{ type: 'price', parameter: 'bar length', source: 'bars' },
    meaning: 'Low of the index’s last complete bar of this length, in points',
  },
  close: {
    ...{ type: 'price', parameter: 'bar length', source: 'bars' },
    meaning: 'Close of the index’s last complete bar of this length, in points',
  },
  ...Object.fromEntries(Object.entries(INDICATORS).map(([name, entry]) => [name, named(entry)])),
};

function named({ type, meaning }: IndicatorEntry): NameEntry {
  return { type, parameter: 'indicator settings', source: 'indicators', meaning };
}

/** A name as an expression uses it: `close(5m)`. */
export interface Fact {
  readonly name: string;
  readonly source: FactSource;
  /** The leg, the bar's length in minutes, or all that an indicator has in parentheses; null for a name without any. */
  readonly of: string | number | null;
  /** Of an indicator alone. */
  readonly indicator?: IndicatorUse;
}

/** How an expression uses an indicator. */
export interface IndicatorUse {
  /** Its lengths and multipliers, in their order. */
  readonly settings: readonly number[];
  /** Length of its bars. */
  readonly minutes: number;
  /** The index; null for that of the file's underlying. */
  readonly symbol: string | null;
}

/** The source that a fact is a field of; null for all others. */
export function sourceOf({ name, source }: Pick<Fact, 'name' | 'source'>): string | null {
  return source === 'source' ? name.slice(0, name.indexOf('.')) : null;
}

/** Where the value of a fact is kept. */
export function factKey({ name, of }: Pick<Fact, 'name' | 'of'>): string {
  return of === null ? name : `${name}(${String(of)})`;
}

/** What an expression may name in one file. */
export interface NamesInFile {
  readonly legs: readonly string[];
  /** The file's own names, and what each holds. @default none */
  readonly variables?: ReadonlyMap<string, ValueType>;
  /** Names of parameters that a configuration may give, and what each holds. @default none */
  readonly parameters?: ReadonlyMap<string, ValueType>;
  /** Sources of the author's own, and what each field of them holds. @default none */
  readonly sources?: ReadonlyMap<string, ReadonlyMap<string, ValueType>>;
  /** Indices whose indicators it may use. @default any, by its form alone */
  readonly underlyings?: readonly string[] | undefined;
}

/** Values as they stand now, by {@link factKey}; undefined for what has not been seen yet. */
export interface Facts {
  readonly get: (key: string) => Value | undefined;
  /** The last value of a source, for traces. @default nothing is known of sources */
  readonly heardOf?: (source: string) => Omit<TracedSource, 'name'>;
}
