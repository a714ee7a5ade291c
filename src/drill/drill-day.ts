import { yieldToMachine } from '../adapters/system/machine-time.ts';
import { type Quarantine } from '../day/quarantine.ts';
import { type EngineView } from '../engine/engine-view.ts';
import { type LoadedStrategy } from '../loading/load-strategy.ts';
import { isTerminal } from '../model/orders/order-machine.ts';
import { type Profile } from '../model/orders/platform-profile.ts';
import { type MarketKnowledge } from '../settings/market/market-knowledge.ts';
import { type Simulator } from '../simulator/create-simulator.ts';
import { type DrillDayPlan } from './drill-day-plan.ts';
import { explainExposure } from './exposure/explain-exposure.ts';
import { StopClock } from './exposure/stop-clock.ts';
import { NakedClock, type StrategyExposure } from './exposure/strategy-exposure.ts';
import { type StrategyDay, StrategyTally } from './exposure/strategy-tally.ts';
import { scheduleFaults } from './faults/cause-faults.ts';
import { type FaultChoice, FaultSwitch, type FiredFault } from './faults/fault-switch.ts';
import { CleanPolls } from './oracle/clean-polls.ts';
import { DrillMemory } from './oracle/drill-memory.ts';
import { type OracleFacts, type Violation } from './oracle/oracle-facts.ts';
import { Oracle } from './oracle/oracle.ts';
import { Truth } from './oracle/truth.ts';
import { PositionJudges } from './positions/position-judges.ts';
import { DrillDaemon } from './process/drill-daemon.ts';
import { IoPoints, type PassedPoint, type ScriptedPoint } from './process/io-points.ts';
import { SituationWatch } from './situations/watch-situations.ts';
import { createDrillWorld } from './world/drill-world.ts';

/** What a day of a drill is run with. */
export interface DrillDayOptions {
  readonly plan: DrillDayPlan;
  readonly knowledge: MarketKnowledge;
  readonly profile: Profile;
  readonly strategies: readonly LoadedStrategy[];
  readonly choice: FaultChoice;
  /** Numbered points of input and output with what befalls the process there; null draws them from the seed. */
  readonly script: readonly ScriptedPoint[] | null;
  /** Code that must not run, as each life of the process finds it. @default none */
  readonly quarantine?: () => Quarantine;
  /** Whether the violations so far are enough. @default the day runs to its end */
  readonly isOver?: (violations: readonly Violation[]) => boolean;
}

/** What a day of a drill came to. */
export interface DrillDayResult {
  readonly violations: readonly Violation[];
  readonly fired: readonly FiredFault[];
  readonly faults: ReadonlyMap<string, number>;
  readonly situations: ReadonlyMap<string, number>;
  readonly intents: number;
  readonly doubled: number;
  readonly lost: number;
  /** What our orders left at the exchange: legs that hold units, and orders that still work. */
  readonly leftOpen: readonly string[];
  readonly strategies: StrategyExposure;
  readonly runs: readonly StrategyDay[];
  /** Whether the day's faults may make strategies fail, or change them. */
  readonly canMisbehave: boolean;
  /** The last events, oldest first, one line each. */
  readonly lastEvents: readonly string[];
  /** SHA-256 over all events of the day. */
  readonly logHash: string;
  readonly passed: readonly PassedPoint[];
}

/** After the last fault: a clock that was set wrong is right again by then. */
const SETTLE_MS = 61_000;

/** Runs one day in virtual time, from its start until after the close, and checks it against the invariants. */
export async function runDrillDay(options: DrillDayOptions): Promise<DrillDayResult> {
  const { knowledge, choice, script } = options;
  const plan = { ...options.plan, resendsMax: resendsMaxOf(options.strategies) };
  const world = createDrillWorld(plan, knowledge);
  const { machine } = world;
  const faults = new FaultSwitch(plan.seed, choice, plan.faultsUntilMs);
  const watch = new SituationWatch(machine);
  const truth = new Truth(world.simulator.exchange);
  const oracle = new Oracle(factsOf({ plan, machine, truth }), watch);
  const onVerdict = oracle.takeVerdict.bind(oracle);
  const points = new IoPoints({ faults, machine, chances: plan.crashChances, script, onVerdict });
  overhear(world.simulator, oracle);
  const daemon = new DrillDaemon({ ...options, world, faults, points, oracle });
  oracle.judgePositions(
    new PositionJudges({
      ...{ plan, machine, truth, faults },
      quoteOf: world.prices.quoteOf,
      limits: () => daemon.program.limits,
      violate: oracle.violate.bind(oracle),
    }),
  );
  if (script === null) scheduleFaults({ plan, faults, machine, daemon, oracle });
  if (plan.faultsUntilMs < plan.endMs) {
    machine.at(plan.faultsUntilMs + SETTLE_MS, () => {
      daemon.expectSettled();
    });
  }
  for (const name of plan.conditions) faults.fires({ name, key: 'day', atMs: plan.startMs });
  daemon.start();
  await passDay(daemon, plan.endMs, () => options.isOver?.(oracle.violations) === true);
  const view = daemon.end();
  oracle.takeEnd(view);
  return {
    violations: oracle.violations,
    fired: faults.fired,
    faults: faults.counts,
    situations: watch.situations.counts,
    ...outcomeOf(truth, oracle, view),
    strategies: explainExposure(oracle, {
      fired: faults.fired,
      nowMs: machine.nowMs,
      strategies: options.strategies,
    }),
    runs: oracle.facts.tally.days().filter(({ strategy }) => !strategy.startsWith('unruly-')),
    canMisbehave: plan.names.includes('F45') || plan.names.includes('F46'),
    lastEvents: daemon.lastEvents,
    logHash: daemon.logHash(),
    passed: points.passed,
  };
}

function overhear({ platform }: Simulator, oracle: Oracle): void {
  const handle = platform.handle.bind(platform);
  const overheard: typeof handle = (request, asSeen) => {
    oracle.takeArrival(request);
    return handle(request, asSeen);
  };
  platform.handle = overheard;
}

const NO_FLAWS = { isFailed: false, malformedToldAtMs: -Infinity };

function resendsMaxOf(strategies: readonly LoadedStrategy[]): number {
  return strategies.some(({ policies }) => policies?.absentEntries === 'resend-once') ? 1 : 0;
}

function factsOf(of: Pick<OracleFacts, 'plan' | 'machine' | 'truth'>): OracleFacts {
  return {
    ...of,
    before: new Map(),
    alarms: [],
    shown: new Map(),
    cleanPolls: new CleanPolls(),
    departures: [],
    naked: new NakedClock(),
    stops: new StopClock({
      intentOf: (tag) => of.truth.durableIntents.get(tag),
      isOthers: (symbol) => of.truth.meddledSymbols.has(symbol),
    }),
    tally: new StrategyTally(),
    missedExits: { count: 0 },
    memory: new DrillMemory(of.plan.day.sessions.at(-1)?.endMs ?? Infinity),
    flaws: NO_FLAWS,
  };
}

/** Lets the world and the process take turns until the day is over. */
async function passDay(daemon: DrillDaemon, endMs: number, isOver: () => boolean): Promise<void> {
  const { machine } = daemon;
  while (machine.nowMs < endMs && !isOver()) {
    const nextMs = Math.min(machine.agenda.nextMs ?? endMs, daemon.nextDueMs() ?? endMs, endMs);
    machine.clock.advanceTo(Math.max(nextMs, machine.nowMs));
    let isChanged = false;
    while (machine.agenda.runNext(machine.nowMs)) isChanged = true;
    if (isChanged) {
      if (daemon.hasRequests()) await yieldToMachine();
      daemon.noticeEnd();
    }
    daemon.tick();
    // Promises go on: whatever they do at this instant is done before the machine is asked for more.
    if (daemon.hasRequests()) await yieldToMachine();
    daemon.noticeEnd();
  }
}

function outcomeOf(
  truth: Truth,
  oracle: Oracle,
  view: EngineView | null,
): Pick<DrillDayResult, 'intents' | 'doubled' | 'lost' | 'leftOpen'> {
  const doubled = [...truth.ordersByTag.keys()].filter((tag) => {
    const live = truth.genuine(tag).filter((order) => {
      return order.filledUnits > 0 || order.status !== 'rejected';
    });
    return truth.durableIntents.has(tag) && live.length > 1;
  });
  const known = new Set((view?.intents ?? []).map(({ tag }) => tag));
  const lost =
    view === null ? [] : [...truth.durableIntents.keys()].filter((tag) => !known.has(tag));
  return {
    intents: Math.max(truth.durableIntents.size, known.size),
    doubled: doubled.length + count(oracle, 'I11'),
    lost: lost.length + count(oracle, 'I2'),
    leftOpen: leftOpenIn(truth),
  };
}

function leftOpenIn(truth: Truth): readonly string[] {
  const held = [...truth.holdings.values()].filter(({ netUnits }) => netUnits !== 0);
  const orders = [...truth.ordersByTag.keys()].flatMap((tag) => truth.genuine(tag));
  return [
    ...held.map(({ runId, leg, netUnits }) => `${leg} of ${runId} holds ${String(netUnits)}`),
    ...orders.flatMap(({ tag, status }) => (isTerminal(status) ? [] : `${tag} is ${status}`)),
  ];
}

function count(oracle: Oracle, invariantName: string): number {
  return oracle.violations.filter(({ invariant: name }) => name === invariantName).length;
}
