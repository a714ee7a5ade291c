import { type ContractRules } from '../../model/time/calendar.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type SeriesByName } from './contract-snapshot.ts';

/** What is compared. */
export interface DriftQuestion {
  readonly underlying: string;
  readonly date: IstDate;
  readonly series: SeriesByName;
  /** Of the latest earlier day; null where none is known. */
  readonly earlier: SeriesByName | null;
  readonly rules: ContractRules;
}

/** Where contracts differ from the market tables or from the day before, sentences. */
export function findDrift(question: DriftQuestion): readonly string[] {
  const { rules, underlying } = question;
  if (!rules.underlyings.includes(underlying)) {
    return [...vanished(question), ...changedSince(question)];
  }
  return [...againstTables(question), ...vanished(question)];
}

/** A change that the tables expect is none: they are what sizes, expiries and costs are computed by. */
function againstTables({ underlying, date, series, rules }: DriftQuestion): readonly string[] {
  const names = Object.keys(series);
  const nearest = rules.expiries(underlying, date)[0];
  const isListed = nearest === undefined || names.includes(`option ${nearest}`);
  const found = names.find((name) => name.startsWith('option '))?.slice('option '.length) ?? 'none';
  const expiry = isListed
    ? []
    : [`${underlying} nearest expiry ${found}, by the tables ${nearest}`];
  return [
    ...expiry,
    ...names.flatMap((name) => seriesDrift(name, { underlying, date, series, rules })),
  ];
}

function seriesDrift(
  name: string,
  { underlying, date, series, rules }: Omit<DriftQuestion, 'earlier'>,
): readonly string[] {
  const found = series[name];
  if (found === undefined) return [];
  const [kind = '', expiry = ''] = name.split(' ');
  const lot = rules.lotSizeUnits(underlying, expiry, date);
  const freeze = rules.freezeUnits(underlying, date);
  const of = `${underlying} ${name}`;
  const differences: string[] = [];
  if (found.lotSizeUnits !== lot) differences.push(differs(of, 'lot', [found.lotSizeUnits, lot]));
  if (found.freezeUnits !== null && !isFreeze(found.freezeUnits, freeze, lot)) {
    differences.push(differs(of, 'freeze quantity', [found.freezeUnits, freeze]));
  }
  const tick = rules.tickSizePaise(underlying);
  // The tick of a future depends on the level of its index.
  if (kind === 'option' && found.tickSizePaise !== tick) {
    differences.push(differs(of, 'tick', [found.tickSizePaise, tick]));
  }
  return differences;
}

/** As published, or rounded down to whole lots. */
function isFreeze(found: number, published: number, lot: number): boolean {
  return found === published || found === Math.floor(published / lot) * lot;
}

function differs(of: string, what: string, [found, wanted]: readonly [number, number]): string {
  return `${of}: ${what} ${String(found)}, by the tables ${String(wanted)}`;
}

/** Series of the day before that are not over and not listed any more, as when an expiry was moved. */
function vanished({ underlying, date, series, earlier }: DriftQuestion): readonly string[] {
  return Object.keys(earlier ?? {})
    .filter((name) => (name.split(' ')[1] ?? '') >= date && series[name] === undefined)
    .map((name) => `${underlying} ${name} was listed before and is not any more`);
}

/** What changed in series that were listed before. */
function changedSince({ underlying, series, earlier }: DriftSince): readonly string[] {
  return Object.entries(earlier ?? {}).flatMap(([name, before]) => {
    const now = series[name];
    if (now === undefined) return [];
    return KEYS.filter((key) => now[key] !== before[key]).map((key) => {
      const change = `${String(now[key])}, before ${String(before[key])}`;
      return `${underlying} ${name}: ${WORDS[key]} ${change}`;
    });
  });
}

type DriftSince = Pick<DriftQuestion, 'underlying' | 'series' | 'earlier'>;

const KEYS = ['lotSizeUnits', 'tickSizePaise', 'freezeUnits'] as const;
const WORDS = { lotSizeUnits: 'lot', tickSizePaise: 'tick', freezeUnits: 'freeze quantity' };

/** What changed since the day before, as the tables say it must: sentences, for people. */
export function expectedChanges(question: DriftQuestion): readonly string[] {
  return question.rules.underlyings.includes(question.underlying) ? changedSince(question) : [];
}
