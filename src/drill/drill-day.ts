import { yieldToMachine } from '../adapters/system/machine-time.ts';
import { type EngineView } from '../engine/engine-view.ts';
import { isTerminal } from '../model/orders/order-machine.ts';
import { type Simulator } from '../simulator/create-simulator.ts';
import { explainExposure } from './exposure/explain-exposure.ts';
import { type StrategyExposure } from './exposure/strategy-exposure.ts';
import { type StrategyDay } from './exposure/strategy-tally.ts';
import { scheduleFaults } from './faults/cause-faults.ts';
import { FaultSwitch, type FiredFault } from './faults/fault-switch.ts';
import { OracleFacts, type Violation } from './oracle/oracle-facts.ts';
import { Oracle } from './oracle/oracle.ts';
import { Truth } from './oracle/truth.ts';
import { DrillDaemon, type DrillDaemonParts } from './process/drill-daemon.ts';
import { IoPoints, type PassedPoint, type ScriptedPoint } from './process/io-points.ts';
import { brokersOfRuns } from './strategies/elsewhere.ts';
import { createDrillWorld } from './world/drill-world.ts';

/** What a day of a drill is run with. */
export interface DrillDayOptions extends Pick<
  DrillDaemonParts,
  'plan' | 'knowledge' | 'profile' | 'strategies' | 'choice' | 'quarantine'
> {
  /** Numbered points of input and output with what befalls the process there; null draws them from the seed. */
  readonly script: readonly ScriptedPoint[] | null;
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
  const { plan, choice, script } = options;
  const elsewhere = brokersOfRuns(options.strategies);
  const world = createDrillWorld(plan, options.knowledge, elsewhere);
  const { machine } = world;
  const faults = new FaultSwitch(plan.seed, choice, plan.faultsUntilMs);
  const truth = new Truth(world.simulator.exchange);
  const mayResend = options.strategies.some(({ policies }) => {
    return policies?.absentEntries === 'resend-once';
  });
  const facts = new OracleFacts({
    ...{ plan, machine, truth },
    resendsMax: mayResend ? 1 : 0,
    brokersOfRuns: elsewhere,
  });
  const oracle: Oracle = new Oracle(facts, {
    faults,
    quoteOf: world.prices.quoteOf,
    limits: () => daemon.program.limits,
  });
  const onVerdict = oracle.takeVerdict.bind(oracle);
  const points = new IoPoints({ faults, machine, chances: plan.crashChances, script, onVerdict });
  overhear(world.simulator, oracle);
  const daemon: DrillDaemon = new DrillDaemon({ ...options, world, faults, points, oracle });
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
  const { strategies } = options;
  return {
    violations: oracle.violations,
    fired: faults.fired,
    faults: faults.counts,
    situations: oracle.watch.counts,
    ...outcomeOf(oracle, view),
    strategies: explainExposure(oracle, { fired: faults.fired, strategies }),
    runs: facts.tally.days().filter(({ strategy }) => !strategy.startsWith('unruly-')),
    canMisbehave: plan.names.includes('F45') || plan.names.includes('F46'),
    lastEvents: daemon.trail.last(),
    logHash: daemon.trail.hash(),
    passed: points.passed,
  };
}

function overhear({ platform }: Simulator, oracle: Oracle): void {
  const handle = platform.handle.bind(platform);
  platform.handle = (request, asSeen) => {
    oracle.takeArrival(request);
    return handle(request, asSeen);
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
  { facts: { truth }, violations }: Oracle,
  view: EngineView | null,
): Pick<DrillDayResult, 'intents' | 'doubled' | 'lost' | 'leftOpen'> {
  const tags = [...truth.durableIntents.keys()];
  const doubled = tags.filter((tag) => {
    const live = truth.genuine(tag).filter((order) => {
      return order.filledUnits > 0 || order.status !== 'rejected';
    });
    return live.length > 1;
  });
  const known = new Set((view?.intents ?? []).map(({ tag }) => tag));
  const lost = tags.filter((tag) => view !== null && !known.has(tag));
  const count = (name: string): number =>
    violations.filter(({ invariant }) => invariant === name).length;
  return {
    intents: Math.max(truth.durableIntents.size, known.size),
    doubled: doubled.length + count('I11'),
    lost: lost.length + count('I2'),
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
