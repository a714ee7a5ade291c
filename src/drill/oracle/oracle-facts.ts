import { type EngineView, type IntentState } from '../../engine/engine-view.ts';
import { type Command } from '../../model/orders/command.ts';
import { type Notice } from '../../notices/notice.ts';
import { type DrillDayPlan } from '../drill-day-plan.ts';
import { StopClock } from '../exposure/stop-clock.ts';
import { NakedClock } from '../exposure/strategy-exposure.ts';
import { StrategyTally } from '../exposure/strategy-tally.ts';
import { isIn } from '../positions/declared.ts';
import { type Machine } from '../process/machine.ts';
import { CleanPolls } from './clean-polls.ts';
import { listIn, type SeenStep } from './seen-step.ts';
import { type Truth } from './truth.ts';

/** What the invariants are judged by: the plan, the world, and what they have to remember of it. */
export class OracleFacts {
  readonly plan: DrillDayPlan;
  readonly machine: Machine;
  readonly truth: Truth;
  /** How often an entry that is proven absent may be sent again by itself. */
  readonly resendsMax: number;
  /** Brokers of runs that trade elsewhere, by their names. */
  readonly brokersOfRuns: ReadonlyMap<string, string>;
  /** Of this life: the state of each intent before the step, by tag. */
  readonly before = new Map<string, IntentState['state']>();
  readonly alarms: { readonly atMs: number; readonly notice: Notice }[] = [];
  /** Of this life: units that runs were shown as filled, by run and order. */
  readonly shown = new Map<string, number>();
  readonly cleanPolls = new CleanPolls();
  /** When order messages left within the last second. */
  readonly departures: number[] = [];
  flaws = { isFailed: false, malformedToldAtMs: -Infinity };
  readonly startedPositions = new Set<string>();
  /** When the last answer came to an order, by tag, on the world's time: looks from before say nothing. */
  readonly answeredAtMs = new Map<string, number>();
  /** The most that a list of the orders has shown. */
  longestList = 0;
  mostAheadMs = -Infinity;
  /** When the day was over by the time of the process, which may be ahead; time of the world, null while it is not. */
  overAtMs: number | null = null;
  /** When the last look at all orders began that was answered, of all lives; time of the world. */
  lastReadAtMs = -Infinity;
  readonly heldRuns = new Set<string>();
  /** Legs that protect a short, by run and the short's leg. */
  readonly hedgesOf = new Map<string, readonly string[]>();
  /** When each run asked to be flat. */
  readonly squareOffs = new Map<string, number>();
  /** Units of a lot of each contract that a strategy asked for. */
  readonly lotUnits = new Map<string, number>();
  readonly naked = new NakedClock();
  readonly stops: StopClock;
  readonly tally = new StrategyTally();
  missedExits = 0;

  constructor(
    of: Pick<OracleFacts, 'plan' | 'machine' | 'truth' | 'resendsMax' | 'brokersOfRuns'>,
  ) {
    const { plan, machine, truth, resendsMax } = of;
    this.plan = plan;
    this.machine = machine;
    this.truth = truth;
    this.resendsMax = resendsMax;
    this.brokersOfRuns = of.brokersOfRuns;
    this.stops = new StopClock(truth);
  }

  /** When the day's last session ends, or a closed day's drill. */
  get closeMs(): number {
    return this.plan.day.sessions.at(-1)?.endMs ?? this.plan.endMs;
  }

  /** A new life of the process: what it remembers it has to remember anew. */
  begin(): void {
    this.before.clear();
    this.shown.clear();
    this.flaws = { isFailed: false, malformedToldAtMs: -Infinity };
    this.cleanPolls.begin();
    this.squareOffs.clear();
    this.heldRuns.clear();
    this.mostAheadMs = -Infinity;
  }

  takeStep(step: SeenStep): void {
    const { event } = step;
    const { nowMs } = this.machine;
    if (event.atMs >= this.closeMs) this.overAtMs ??= nowMs;
    if (event.kind === 'poll-ended' && listIn(step) !== null) {
      this.lastReadAtMs = nowMs - (event.atMs - event.startedAtMs);
    }
    this.#takeRun(event);
    if (event.kind !== 'commands-emitted') return;
    for (const command of event.commands) this.#takeCommand(event.runId, command);
  }

  #takeRun(event: SeenStep['event']): void {
    if (event.kind === 'run-started' && event.policies?.stage === 'one-lot') {
      this.truth.oneLotRuns.add(event.run.runId);
    }
    if (event.kind === 'run-held') this.heldRuns.add(event.runId);
    if (event.kind === 'run-ended') this.heldRuns.delete(event.runId);
    if (event.kind === 'operator-asked' && event.request.action === 'release') {
      this.heldRuns.delete(event.request.runId);
    }
  }

  /** How the engine of a new life stands: what the one before left is not news. */
  takeRestart({ intents, runs }: EngineView): void {
    for (const { runId, state } of runs) if (state === 'held') this.heldRuns.add(runId);
    for (const { tag, state, runId, orders } of intents) {
      this.before.set(tag, state);
      for (const { orderId, filledUnits } of orders) {
        if (filledUnits > 0) this.shown.set(`${runId}\n${orderId}`, filledUnits);
      }
    }
  }

  /** How the engine stands after a step that was judged. */
  takeStates({ intents }: EngineView): void {
    for (const { tag, state } of intents) {
      if (state !== 'sending' && this.before.get(tag) === 'sending') {
        this.answeredAtMs.set(tag, this.machine.nowMs);
      }
      this.before.set(tag, state);
    }
  }

  #takeCommand(runId: string, command: Command): void {
    if (command.kind === 'squareOff') {
      this.naked.takeClose(runId, (leg) => isIn(command.legs, leg));
      if (command.legs === 'all') this.squareOffs.set(runId, this.machine.nowMs);
    }
    if (command.kind !== 'place') return;
    this.squareOffs.delete(runId);
    for (const { contract } of command.orders) {
      this.lotUnits.set(contract.symbol, contract.lotSizeUnits);
    }
    const bought = command.orders.filter(({ role, side }) => role === 'entry' && side === 'buy');
    const hedges = bought.map(({ leg }) => leg);
    for (const { leg, role, side } of command.orders) {
      if (role !== 'entry') this.naked.takeClose(runId, (other) => other === leg);
      else if (side === 'sell') {
        this.hedgesOf.set(`${runId}\n${leg}`, hedges);
        this.naked.takeHedges(runId, leg, hedges);
      }
    }
  }
}

/** Whether a notice names an order, by its tag or its identifier. */
export function names({ facts }: Notice, name: string): boolean {
  return holds(facts, name);
}

function holds(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return value === name;
  return Object.values(value).some((inner) => holds(inner, name));
}

/** An invariant: null while it holds, else what is wrong. */
export type Judge<Facts> = (facts: Facts) => string | null;

/** An invariant that did not hold. */
export interface Violation {
  /** Its number, `I1` to `I39`. */
  readonly invariant: string;
  readonly atMs: number;
  readonly detail: string;
}
