import { type Random, seededRandom } from '../base/random.ts';
import { type Mode } from '../model/runs/run.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { addDays, instantAt, type IstDate } from '../model/time/ist.ts';
import { type MarketKnowledge } from '../settings/market/market-knowledge.ts';
import { FAULT_NAMES, faultKind, type FaultName } from '../simulator/faults/fault-catalogue.ts';
import { createFaultPlan, type FaultPlan } from '../simulator/faults/fault-plan.ts';
import { type FaultChoice, isChosen } from './faults/fault-switch.ts';
import { planScheduledFaults, type ScheduledFault } from './faults/planned-faults.ts';
import { type CrashChances } from './process/io-points.ts';
import { drawMarket, type RoughMarket } from './world/rough-market.ts';

/** Faults all day, or until a seeded time, after which everything must settle. */
export type DrillMode = 'safety' | 'liveness';

/** One day of a drill: all that follows from its seed. */
export interface DrillDayPlan {
  readonly seed: string;
  readonly mode: Mode;
  readonly drillMode: DrillMode;
  readonly day: CalendarDay;
  readonly account: string;
  readonly brokerId: string;
  readonly secrets: Readonly<Record<'password' | 'webhookToken' | 'accessToken', string>>;
  /** Tags that the operator spoke of, with how often he asked for them to be sent again. */
  readonly resolvedTags: Map<string, number>;
  readonly startMs: number;
  readonly endMs: number;
  readonly faultsUntilMs: number;
  /** Milliseconds between two prices. */
  readonly priceStepMs: number;
  /** Shares of requests, as the simulator's injector takes them. */
  readonly rates: Readonly<Partial<Record<FaultName, number>>>;
  readonly names: readonly FaultName[];
  readonly readsShare: number;
  readonly crashChances: CrashChances;
  readonly conditions: readonly FaultName[];
  readonly scheduled: readonly ScheduledFault[];
  readonly market: RoughMarket;
}

/** What is the same for all days of a drill. */
export interface DrillDayBasis {
  readonly knowledge: MarketKnowledge;
  readonly mode: Mode;
  readonly drillMode: DrillMode;
  /** Faults to draw from; null: all. */
  readonly faults: readonly FaultName[] | null;
  readonly brokerId: string;
  readonly secrets: DrillDayPlan['secrets'];
}

const FIRST_DATE: IstDate = '2026-08-03';
const EDGES = ['08:14:59.999', '09:14:59.999', '15:28:59', '15:29:00', '15:29:59'];
const AFTER_CLOSE_MS = 240_000;
/** Every price is a poll that cannot be left out: on most days there are few, so that more days are drilled. */
const PRICE_STEPS_MS = [30_000, 60_000, 60_000, 120_000, 120_000, 120_000, 300_000, 300_000];
/** A day has thousands of reads and a few writes; both are to meet their faults. */
const READS_SHARE = 0.004;
/** On some days reads are as bad as writes. */
const MANY_BAD_READS = 0.01;

/** Draws the day of a seed. */
export function planDrillDay(seed: string, basis: DrillDayBasis): DrillDayPlan {
  const { knowledge, mode, drillMode, brokerId, secrets } = basis;
  const random = seededRandom(`${seed}/plan`);
  const names = drawSwarm(random.fork('swarm'), basis.faults ?? FAULT_NAMES);
  const day = drawDay(random.fork('day'), knowledge, names);
  const startMs = drawStart(random.fork('start'), day, names);
  const lastMs = day.sessions.at(-1)?.endMs ?? instantAt(day.date, '15:30');
  const endMs = lastMs + AFTER_CLOSE_MS;
  const faultsUntilMs =
    drillMode === 'safety'
      ? Infinity
      : Math.round(startMs + (lastMs - startMs) * (0.2 + 0.7 * random.fork('until').next()));
  return {
    seed,
    mode,
    drillMode,
    day,
    account: 'drill',
    brokerId,
    secrets,
    resolvedTags: new Map(),
    startMs,
    endMs,
    faultsUntilMs,
    priceStepMs: PRICE_STEPS_MS[random.fork('step').below(PRICE_STEPS_MS.length)] ?? 60_000,
    rates: drawRates(random.fork('rates'), names),
    names,
    readsShare: random.fork('reads').next() < MANY_BAD_READS ? 1 : READS_SHARE,
    crashChances: drawCrashes(random.fork('crash'), names),
    conditions: conditionsOf({ day, startMs, names }),
    scheduled: planScheduledFaults({ random: random.fork('scheduled'), names, startMs, endMs }),
    market: drawMarket(random.fork('market')),
  };
}

function drawSwarm(random: Random, from: readonly FaultName[]): readonly FaultName[] {
  const share = [0.1, 0.25, 0.5][random.below(3)] ?? 0.25;
  const drawn = from.filter(() => random.next() < share);
  return drawn.length > 0 || from.length === 0 ? drawn : [from[random.below(from.length)] ?? 'F3'];
}

/** Where faults are shares of something. */
const AT_PLATFORM = ['network', 'poll', 'session', 'market'];

function drawRates(random: Random, names: readonly FaultName[]): DrillDayPlan['rates'] {
  const rates: Partial<Record<FaultName, number>> = {};
  for (const name of names) {
    const scale = [0.02, 0.06, 0.15][random.below(3)] ?? 0.06;
    if (name === 'F59' || AT_PLATFORM.includes(faultKind(name).carrier)) rates[name] = scale;
  }
  return rates;
}

function drawCrashes(random: Random, names: readonly FaultName[]): CrashChances {
  const drawn = [0.01, 0.04, 0.12][random.below(3)] ?? 0.04;
  const chance = names.includes('F40') ? drawn : 0;
  return {
    append: chance / 10,
    send: chance,
    answer: chance,
    recover: names.includes('F41') ? 0.4 : 0,
  };
}

function drawDay(
  random: Random,
  { calendar }: MarketKnowledge,
  names: readonly FaultName[],
): CalendarDay {
  const daysMax = 90;
  const isAnyDay = names.includes('F38') && random.next() < 0.2;
  for (;;) {
    const date = addDays(FIRST_DATE, random.below(daysMax));
    const day = calendar.day(date);
    if (date > calendar.verifiedThrough) continue;
    if (isAnyDay || (day.isTradingDay && day.sessions.length > 0)) return day;
  }
}

function conditionsOf({
  day,
  startMs,
  names,
}: Pick<DrillDayPlan, 'day' | 'startMs' | 'names'>): readonly FaultName[] {
  const isUsual = day.occasion === null;
  const isOnEdge = EDGES.some((edge) => instantOf(day.date, edge) === startMs);
  // All of its days are the same on every machine; a test runs some in another zone and holds them against each other.
  const isAbroad = new Intl.DateTimeFormat().resolvedOptions().timeZone !== 'Asia/Kolkata';
  const conditions: Partial<Record<FaultName, boolean>> = {
    F37: isAbroad,
    F38: !isUsual,
    F39: isOnEdge,
  };
  return names.filter((name) => conditions[name] === true);
}

function drawStart(
  random: Random,
  { date, sessions }: CalendarDay,
  names: readonly FaultName[],
): number {
  if (names.includes('F39') && random.next() < 0.3) {
    return instantOf(date, EDGES[random.below(EDGES.length)] ?? '09:14:59.999');
  }
  const firstMs = sessions[0]?.startMs ?? instantAt(date, '09:15');
  return firstMs - 60_000 * random.below(20) - random.below(1_000);
}

function instantOf(date: IstDate, text: string): number {
  const [seconds = '0', fraction = '0'] = text.slice(6).split('.');
  return instantAt(date, text.slice(0, 5)) + Number(seconds) * 1_000 + Number(fraction);
}

/** Of orders, or of the market: those come a few times a day, and have no requests to be rare among. */
const NEVER_RARE = ['F23', 'F26', 'F27', 'F29', 'F59'];

/** The plan of the faults that requests meet, without those that were not chosen. */
export function chosenPlan(day: DrillDayPlan, choice: FaultChoice): FaultPlan {
  const rare = Object.entries(day.rates).map(([name, rate]) => {
    return [name, NEVER_RARE.includes(name) ? rate : rate * day.readsShare] as const;
  });
  const planOf = (rates: DrillDayPlan['rates']): FaultPlan =>
    createFaultPlan({
      seed: day.seed,
      rates,
      activeUntilMs: day.faultsUntilMs,
      lets: ({ id, name }) => isChosen(choice, id, name),
    });
  const ofReads = planOf(Object.fromEntries(rare));
  const ofWrites = planOf(day.rates);
  return {
    ...ofReads,
    faultOf: (request) => (request.method === 'GET' ? ofReads : ofWrites).faultOf(request),
  };
}
