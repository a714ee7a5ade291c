import { SimulatedDisk } from '../../adapters/journal/simulated-disk.ts';
import { hash32 } from '../../base/random.ts';
import { type TradingDay } from '../../day/trading-day.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { type JournalFailure, type ReadableJournal } from '../../ports/journal.ts';
import { type Transport } from '../../ports/transport.ts';
import { FaultyTransport } from '../../simulator/faults/faulty-transport.ts';
import { chosenPlan } from '../drill-day-plan.ts';
import { type FaultChoice, type FaultSwitch } from '../faults/fault-switch.ts';
import { makeTrouble } from '../faults/make-trouble.ts';
import { answerHeld } from '../faults/operator.ts';
import { whatIsUnsettled } from '../invariants/at-end.ts';
import { type SeenStep } from '../oracle/seen-step.ts';
import { unrulyStrategies } from '../strategies/unruly-strategy.ts';
import { type DrillWorld } from '../world/drill-world.ts';
import { Foresight } from '../world/foresight.ts';
import { openForLife } from './drill-disk.ts';
import { DrillProgram } from './drill-program.ts';
import { BUILD, createDrillTrading, type DrillTradingParts } from './drill-trading.ts';
import { EventTrail } from './event-trail.ts';
import { type IoPoints } from './io-points.ts';
import { type Machine, ProcessLife } from './machine.ts';
import { createProcessTransport } from './process-transport.ts';

/** What the daemon of a drill is made of. */
export interface DrillDaemonParts extends Pick<
  DrillTradingParts,
  'plan' | 'knowledge' | 'profile' | 'oracle' | 'quarantine'
> {
  readonly strategies: readonly LoadedStrategy[];
  readonly world: DrillWorld;
  readonly faults: FaultSwitch;
  readonly points: IoPoints;
  readonly choice: FaultChoice;
}

interface Running {
  readonly life: ProcessLife;
  readonly trading: TradingDay;
}

const SETTLE_MS = 61_000;
/** How soon somebody starts it again who has the next program at hand. */
export const QUICK_RESTART_MS = 2_000;
const RESTART_MS: readonly [number, number] = [300, 45_000];

/** The daemon under test, over all its lives: whoever ends it starts it again some time later. */
export class DrillDaemon {
  readonly machine: Machine;
  readonly #parts: DrillDaemonParts;
  readonly #network: FaultyTransport;
  readonly #foresight: Foresight;
  readonly disk = new SimulatedDisk();
  /** The events of all lives. */
  readonly trail = new EventTrail();
  readonly program: DrillProgram;
  #running: Running | null = null;
  #lives = 0;
  #isLookWanted = false;

  constructor(parts: DrillDaemonParts) {
    const { plan, world, profile, strategies, oracle, faults } = parts;
    this.#parts = parts;
    this.machine = world.machine;
    const unruly = unrulyStrategies(
      plan.scheduled.filter((fault) => fault.name === 'F45' && faults.lets(fault)),
    );
    this.program = new DrillProgram([...strategies, ...unruly], {
      batchElementsMax: profile.limits.cancelBatchMax,
    });
    const faultPlan = chosenPlan(plan, parts.choice);
    const { machine, simulator, prices } = world;
    const { exchange, platform } = simulator;
    this.#network = new FaultyTransport({
      platform,
      plan: faultPlan,
      agenda: machine,
      clock: machine.clock,
      counts: faults,
    });
    oracle.onFirst = ({ invariant, atMs, detail }) => {
      this.trail.endWith(atMs, `${invariant} does not hold: ${detail}`);
    };
    makeTrouble(faultPlan, parts);
    const network = this.#network;
    this.#foresight = new Foresight({ machine, exchange, plan: faultPlan, network, prices });
  }

  start(): void {
    const { oracle, points, plan, knowledge } = this.#parts;
    const { machine } = this;
    const life = new ProcessLife(this.#lives, machine.nowMs);
    this.#lives += 1;
    this.trail.add(machine.nowMs, `process ${String(life.number)} starts`);
    machine.startProcess();
    const journal = openForLife({
      disk: this.disk,
      life,
      points,
      onDurable: (entries) => {
        oracle.takeDurable(entries);
        this.program.takeDurable(entries, machine.nowMs);
      },
      onUnkept: oracle.takeUnkept.bind(oracle),
    });
    if (!journal.ok) {
      this.#refuse(life, journal.error);
      return;
    }
    const network = this.#network;
    const transport = createProcessTransport({ network, machine, life, points, oracle });
    oracle.takeReopened(() => journal.value.entriesOf(plan.day.date));
    const trading = this.#trade(life, transport, journal.value);
    const { limits } = this.program;
    const options = { ...plan, calendar: knowledge.calendar, build: BUILD, limits };
    oracle.begin({ view: () => trading.view(), options });
    this.#running = { life, trading };
    this.#attempt(life, () => {
      const started = trading.start({ sources: 'left-closed' });
      if (started.ok) this.#takeStart(trading.view());
      else this.#takeRefusal(life, started.error.detail, transport.held());
    });
    life.isRecovering = false;
    this.noticeEnd();
  }

  /** When the daemon wants to go on, time of the world; null when it waits for an answer only. */
  nextDueMs(): number | null {
    const { machine } = this;
    if (this.#running === null) return null;
    if (this.#isLookWanted) return Math.max(machine.nowMs, machine.stalledUntilMs);
    const dueMs = this.#running.trading.kernel.nextDueMs();
    if (dueMs === null) return null;
    return Math.max(dueMs - machine.processOffsetMs, machine.stalledUntilMs, machine.nowMs);
  }

  tick(): void {
    const { machine } = this;
    const dueMs = this.nextDueMs();
    if (this.#running === null || dueMs === null || dueMs > machine.nowMs) return;
    this.#isLookWanted = false;
    const { life, trading } = this.#running;
    this.#attempt(life, () => {
      trading.kernel.tick();
    });
    this.noticeEnd();
  }

  hasRequests(): boolean {
    return (this.#running?.trading.kernel.pendingRequests ?? 0) > 0;
  }

  #attempt(life: ProcessLife, act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#fail(life, error);
    }
  }

  #fail(life: ProcessLife, error: unknown): void {
    if (life.isOver) return;
    life.kill();
    const what = error instanceof Error ? error.message : String(error);
    this.#parts.oracle.violate('I0', `The process failed: ${what}`);
  }

  look(): void {
    this.#isLookWanted = true;
  }

  /** How its engine stands; null while no process runs. */
  view(): EngineView | null {
    return this.#running?.trading.view() ?? null;
  }

  kill(restartAfterMs: number): void {
    if (this.#running === null) return;
    this.#parts.oracle.takeDeath();
    this.#running.life.kill();
    this.#bury(restartAfterMs);
  }

  /** Stops the daemon in an orderly way; it starts again some time later. */
  stop(restartAfterMs: number): void {
    if (this.#running === null) return;
    this.#running.trading.stop();
    this.kill(restartAfterMs);
  }

  request(request: OperatorRequest): void {
    if (this.#running === null) return;
    const { life, trading } = this.#running;
    this.#attempt(life, () => {
      trading.ask(request);
    });
    this.noticeEnd();
  }

  /** Holds what is known against the truth once faults have ended; later, where the daemon has only just begun. */
  expectSettled(): void {
    const { oracle, plan } = this.#parts;
    const { machine } = this;
    const sinceMs = Math.max(
      this.#running?.life.startedAtMs ?? machine.nowMs,
      machine.stalledUntilMs,
    );
    if (machine.nowMs + SETTLE_MS > plan.endMs - SETTLE_MS || machine.processOffsetMs !== 0) return;
    if (this.#running === null || machine.nowMs - sinceMs < SETTLE_MS) {
      machine.at(sinceMs + SETTLE_MS, () => {
        this.expectSettled();
      });
      return;
    }
    oracle.lookAtExchange();
    const what = whatIsUnsettled(oracle.facts, this.#running.trading.view());
    if (what !== null) oracle.violate('I27', what);
  }

  end(): EngineView | null {
    const view = this.view();
    this.#running?.trading.stop();
    return view;
  }

  #takeStart(view: EngineView): void {
    const going = this.program.goingOnUnasked(view, this.machine.nowMs);
    if (going !== null) {
      this.#parts.oracle.violate('I29', `${going} continues with another program`);
    }
    this.program.settle('started');
  }

  /** Other settings may make other decisions of the same events: then nothing may be sent. */
  #takeRefusal(life: ProcessLife, detail: string, requests: number): void {
    const { oracle } = this.#parts;
    const isMeant = this.program.hasNewSettings;
    this.program.settle('refused');
    if (!isMeant) oracle.violate('I15', `The journal cannot be followed: ${detail}`);
    if (requests > 0) oracle.violate('I15', 'A process that refuses its journal sent requests');
    if (isMeant) life.kill();
  }

  /** A journal that cannot be opened ends the process before anything is sent. */
  #refuse(life: ProcessLife, { kind, detail, next }: JournalFailure): void {
    life.kill();
    if (kind !== 'newer-schema' || next === '') {
      this.#parts.oracle.violate('I15', `The journal cannot be opened again: ${detail}`);
      return;
    }
    this.#bury(QUICK_RESTART_MS);
  }

  #trade(life: ProcessLife, transport: Transport, journal: ReadableJournal): TradingDay {
    const { machine, program } = this;
    return createDrillTrading({
      ...this.#parts,
      ...{ machine, program, transport, journal, foresight: this.#foresight },
      onThrow: (error) => {
        this.#fail(life, error);
      },
      onStep: (event, effects) => {
        this.#takeStep(life, { event, effects });
      },
    });
  }

  #takeStep(life: ProcessLife, step: SeenStep): void {
    if (life.isOver) return;
    this.trail.addStep(this.machine.nowMs, step);
    this.#parts.oracle.takeStep(step);
    const { plan, faults } = this.#parts;
    const ask = this.request.bind(this);
    answerHeld(step.effects, { plan, faults, machine: this.machine, ask });
  }

  /** Has a process that was killed start again some time later. */
  noticeEnd(): void {
    if (this.#running?.life.isOver !== true) return;
    const [least, most] = RESTART_MS;
    this.#bury(Math.round(least + this.#draw('restart') * (most - least)));
  }

  #draw(what: string): number {
    return hash32(`${this.#parts.plan.seed}/${what}/${String(this.#lives)}`) / 0x1_0000_0000;
  }

  #bury(restartAfterMs: number): void {
    this.trail.add(this.machine.nowMs, 'process ends');
    this.#parts.oracle.takeBurial();
    this.#running = null;
    this.disk.crash(this.#draw('crash') < 0.5 ? 'clean' : 'kept');
    this.machine.at(this.machine.nowMs + restartAfterMs, () => {
      if (this.#running === null) this.start();
    });
  }
}
