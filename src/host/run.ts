import { from, isObservable, Observable, type Subscription } from 'rxjs';

import { lineUnderWay, madeAt, withLine } from '../base/author-line.ts';
import { deepFreeze } from '../base/deep-freeze.ts';
import { invariant, InvariantViolation } from '../base/invariant.ts';
import { type Json } from '../base/json.ts';
import { type CarriedPosition } from '../model/orders/carried-over.ts';
import { type Input } from '../model/runs/input.ts';
import { type RunHeader } from '../model/runs/run.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { type KnownPriceFeed } from '../ports/price-feed.ts';
import { type Strategy } from '../strategy/define-strategy.ts';
import { type History } from '../streams/warmup.ts';
import { currentWorld, inWorld } from './current-world.ts';
import { RunFeeds } from './feeds/run-feeds.ts';
import { frozenCommand } from './frozen-command.ts';
import { freezeShown, natureOf } from './frozen-json.ts';
import { installGlobals } from './globals/install-globals.ts';
import { RunStore } from './run-store.ts';
import { Scope, WatchList } from './scope.ts';
import { describeStrategyFailure } from './strategy-failure.ts';
import {
  type PassedTurn,
  type RunProgress,
  type TimedCommand,
  type Turn,
} from '../ports/run-host.ts';
import { World } from './world.ts';

/** Commands that a run may emit at one instant before it is taken for runaway. */
const COMMANDS_AT_ONE_INSTANT_MAX = 1_000;

/** What a run is made of. */
export interface RunOptions {
  readonly strategy: Strategy;
  /** Output of the schema `strategy.params`. */
  readonly params: unknown;
  readonly header: RunHeader;
  readonly day: CalendarDay;
  /** What the strategy's last run left. `@default` nothing */
  readonly store?: Readonly<Record<string, Json>>;
  /** What the strategy holds from earlier days. `@default` nothing */
  readonly carried?: readonly CarriedPosition[];
  /** Bars of days before. @default null: the price source is asked, by a watch */
  readonly history?: History | null;
  /** What pushes prices to the run itself. @default null: every price is an input */
  readonly prices?: KnownPriceFeed | null;
  /** Told each command as it is emitted, with the author's line. Finding that costs time. @default no one */
  readonly onCommand?: (decided: TimedCommand, line: string | null) => void;
}

/** Makes a run. Nothing of the strategy runs before `start`. */
export function createRun(options: RunOptions): StrategyRun {
  installGlobals();
  return new StrategyRun(options);
}

/**
 * One strategy on one day, in a world of its own. Everything is synchronous: a call lets the strategy's code run and
 * returns what came of it. The same calls with the same inputs give the same turns, byte for byte.
 *
 * - new: until `start`.
 * - running: takes inputs and time.
 * - completed: the strategy's stream ended. Its timers and subscriptions are gone; calls are answered with empty turns.
 * - failed: it threw, broke the rules of its world, or ran away. As completed, with the reason.
 */
export class StrategyRun {
  readonly header: RunHeader;
  readonly #strategy: Strategy;
  readonly #world: World;
  readonly #watches = new WatchList();
  readonly #scope: Scope;
  readonly #store: RunStore;
  readonly #feeds: RunFeeds;
  readonly #onCommand: RunOptions['onCommand'];
  #state: RunProgress | 'new' = 'new';
  #failure: string | null = null;
  #following: Subscription | null = null;
  #commands: TimedCommand[] = [];
  #instantMs = -Infinity;
  #commandsAtInstant = 0;

  constructor(options: RunOptions) {
    const { strategy, params, header, day, store = {}, carried = [] } = options;
    const { history = null, prices = null } = options;
    this.header = Object.freeze({ ...header });
    this.#strategy = strategy;
    this.#onCommand = options.onCommand;
    this.#world = new World(header.seed);
    this.#scope = new Scope(this.#world, this.#watches);
    // Not written right into the property: V8 takes such a function for one that lasts, and what it holds on to as well.
    const say = (command: unknown): void => {
      this.#take(command);
    };
    this.#scope.say = say;
    this.#store = new RunStore(store);
    // A sweep's days have the same parameters, and the engine has the same contracts.
    const shared = { params: deepFreeze(params), carried: deepFreeze(carried) };
    const own = { strategy, header: this.header, scope: this.#scope };
    const parts = { ...shared, ...own, day, history, prices };
    this.#feeds = new RunFeeds({ ...parts, store: this.#store });
  }

  /** Where it stands. A new run counts as running. */
  get state(): RunProgress {
    return this.#state === 'new' ? 'running' : this.#state;
  }

  /** When time should be let go on at the latest: the next timer's time; null when none is set. */
  nextTimerMs(): number | null {
    return this.#world.timers.nextDueMs();
  }

  /** When the next push of prices comes that the strategy follows; null when it follows none. */
  nextPriceMs(): number | null {
    return this.#isOver() ? null : this.#feeds.nextPriceMs();
  }

  /** Begins the run, once. */
  start(atMs: number): Turn {
    invariant(this.#state === 'new', `Run ${this.header.runId} has been started already`);
    this.#state = 'running';
    this.#world.moveTo(atMs);
    return this.#turn(() => {
      this.#subscribe();
      this.#world.settle();
      this.#fireDue(atMs);
    });
  }

  /** Fires the timers due at or before the input's time, lets the strategy see the input, then fires what that set for the same instant. */
  deliver(input: Input): Turn {
    this.#requireTime(input.atMs);
    freezeShown(input);
    return this.#turn(() => {
      this.#fireDue(input.atMs);
      if (this.#isOver()) return;
      this.#world.moveTo(input.atMs);
      this.#feeds.publish(input);
      this.#world.settle();
      this.#fireDue(input.atMs);
    });
  }

  /** Fires the timers due at or before a time, each at its own. */
  advanceTo(atMs: number): Turn {
    this.#requireTime(atMs);
    return this.#turn(() => {
      this.#fireDue(atMs);
    });
  }

  /**
   * Passes timers and pushes of prices, each at its own time, until one of them brings something that others have to know,
   * or all before `untilMs` have passed.
   */
  passBefore(untilMs: number): PassedTurn {
    let isOfPrice = false;
    const turn = this.#turn(() => {
      while (!this.#isOver() && !this.#hasNews()) {
        const timerMs = this.nextTimerMs() ?? Infinity;
        const priceMs = this.#feeds.nextPriceMs() ?? Infinity;
        if (Math.min(timerMs, priceMs) >= untilMs) return;
        isOfPrice = priceMs < timerMs;
        if (isOfPrice) this.#takePush(priceMs);
        this.#fireDue(isOfPrice ? priceMs : timerMs);
      }
    });
    return { ...turn, atMs: this.#world.nowMs, isOfPrice };
  }

  /** As `advanceTo`, after a gap: a moment that was due meanwhile is late by then, and follows its policy. */
  passGap(atMs: number): Turn {
    this.#requireTime(atMs);
    this.#world.wakeAt(atMs);
    return this.advanceTo(atMs);
  }

  /** Fails the run for what its code did outside of its turns, as a promise that was rejected. An empty turn when it is over. */
  fail(reason: string): Turn {
    return this.#turn(() => {
      this.#fail(reason);
    });
  }

  /** Calls back when the strategy's code did outside of its turns what the run has to fail for: at once, not with the next input. */
  whenOutside(listener: (reason: string) => void): void {
    this.#scope.whenOutside = listener;
  }

  /** Ends the run from outside: nothing of the strategy runs any more. Harmless when it is over. */
  stop(): void {
    if (this.#state === 'new' || this.#state === 'running') this.#state = 'completed';
    this.#release();
  }

  #subscribe(): void {
    const commands: unknown = this.#strategy.run(this.#feeds.context());
    if (!isObservable(commands)) {
      const hint = commands instanceof Promise ? ', so take "async" away' : '';
      const reason = `Strategy "${this.#strategy.name}" must return an Observable of commands from run(): found ${natureOf(commands)}${hint}`;
      this.#fail(withLine(reason, this.#strategy.definedAt ?? null));
      return;
    }
    // Known before the first command: it may be the one to end the run for.
    const followed = new Observable((subscriber) => {
      this.#following = subscriber;
      return from(commands).subscribe(subscriber);
    });
    followed.subscribe({
      next: (command) => {
        this.#take(command);
      },
      error: (error: unknown) => {
        this.#fail(describeStrategyFailure(error));
      },
      complete: () => {
        if (this.#state === 'running') this.#state = 'completed';
      },
    });
  }

  #take(value: unknown): void {
    if (this.#state !== 'running') return;
    if (currentWorld() !== this.#world) {
      const reason = this.#scope.outsideTurn('The strategy emitted a command');
      inWorld(this.#world, () => {
        this.#fail(reason);
        this.#release();
      });
      return;
    }
    try {
      this.#takeCommand(value);
    } catch (error) {
      // A getter of the author's in what was emitted: RxJS would report it when nothing can be done about it any more.
      this.#fail(describeStrategyFailure(error));
    }
  }

  #takeCommand(value: unknown): void {
    const command = frozenCommand(value);
    const problem = command.ok ? this.#countCommand() : command.error;
    if (!command.ok || problem !== null) {
      this.#fail(withLine(problem ?? '', this.#lineOf(value)));
      return;
    }
    this.#feeds.orders.remember(command.value);
    const decided = { atMs: this.#world.nowMs, command: command.value };
    this.#commands.push(decided);
    this.#onCommand?.(decided, this.#lineOf(value));
  }

  /** The author's line that a value came from: where it was made if that is known, one that emitted it itself, the operator that let it out, or the whole. */
  #lineOf(value: unknown): string | null {
    const { definedAt = null } = this.#strategy;
    return madeAt(value) ?? lineUnderWay() ?? this.#world.emissions.lineOf(value) ?? definedAt;
  }

  /** Counted by instant, not by turn: how a replay cuts the day into turns must not matter. */
  #countCommand(): string | null {
    if (this.#instantMs !== this.#world.nowMs) {
      this.#instantMs = this.#world.nowMs;
      this.#commandsAtInstant = 0;
    }
    this.#commandsAtInstant += 1;
    if (this.#commandsAtInstant <= COMMANDS_AT_ONE_INSTANT_MAX) return null;
    return `The strategy emitted more than ${String(COMMANDS_AT_ONE_INSTANT_MAX)} commands at one instant`;
  }

  #turn(work: () => void): Turn {
    if (this.#state === 'running') {
      inWorld(this.#world, () => {
        try {
          work();
        } catch (error) {
          this.#fail(describeStrategyFailure(error));
        }
        if (this.#world.fault !== null) this.#fail(this.#world.fault);
        if (this.#isOver()) this.#release();
      });
    }
    const commands = this.#commands;
    this.#commands = [];
    const watches = this.#watches.takeChanges();
    if (watches !== null) this.#feeds.endPushes();
    return {
      commands,
      watches,
      state: this.state,
      ...(this.#failure === null ? {} : { failure: this.#failure }),
      storeChanges: this.#store.takeChanges(),
    };
  }

  #takePush(atMs: number): void {
    this.#world.moveTo(atMs);
    this.#feeds.takePush();
    this.#world.settle();
  }

  #hasNews(): boolean {
    return this.#commands.length > 0 || this.#watches.isTouched || this.#store.isTouched;
  }

  #fireDue(atMs: number): void {
    this.#world.fireDue(atMs, () => this.#isOver());
  }

  #isOver(): boolean {
    return this.#state !== 'running' || this.#world.fault !== null;
  }

  /** The first reason stays: what follows is often its consequence. */
  #fail(reason: string): void {
    if (this.#state === 'failed') return;
    this.#state = 'failed';
    this.#failure = this.#world.fault ?? reason;
    // At once, and not when the turn ends: a source that emits without end would never let it end.
    this.#unsubscribe();
  }

  /** Lets go of everything. */
  #release(): void {
    this.#unsubscribe();
    this.#watches.clear();
    this.#world.clear();
  }

  /** Teardowns of the strategy run in its world; what they throw no longer matters. */
  #unsubscribe(): void {
    inWorld(this.#world, () => {
      try {
        this.#following?.unsubscribe();
      } catch {
        // The run is over already, and its first failure is the one to show.
      }
    });
  }

  /**
   * Compared with the last instant at which code ran: time that passed without a timer left no trace.
   *
   * @throws {InvariantViolation} when the run is further already
   */
  #requireTime(atMs: number): void {
    const { nowMs } = this.#world;
    if (this.#state !== 'new' && atMs >= nowMs) return;
    throw new InvariantViolation(
      `Run ${this.header.runId} is at ${String(nowMs)} and cannot go to ${String(atMs)}`,
    );
  }
}
