import { Observable, type Subscriber, type TeardownLogic } from 'rxjs';

import { stableJson } from '../base/json.ts';
import { type Command } from '../model/orders/command.ts';
import { type Watch } from '../model/runs/input.ts';
import { currentWorld } from './current-world.ts';
import { frozenWatch } from './frozen-command.ts';
import { type World } from './world.ts';

/** What the streams of one run share: its world and what it wants watched. */
export class Scope {
  readonly world: World;
  readonly #watches: WatchList;
  /** Called at once for what happened outside: the run's next input may be minutes away. @default no one */
  whenOutside: (reason: string) => void = () => undefined;
  /** Takes a command that the run gives for its strategy, as an alert. @default no one */
  say: (command: Command) => void = () => undefined;

  constructor(world: World, watches: WatchList) {
    this.world = world;
    this.#watches = watches;
  }

  /**
   * A stream of this run: may only be subscribed to while the run's code runs, and wants these watched meanwhile. It serves
   * its subscriber by itself: each operator in between would cost every value a call.
   */
  stream<Value>(
    name: string,
    open: (subscriber: Subscriber<Value>) => TeardownLogic,
    watches: readonly Watch[] = [],
  ): Observable<Value> {
    return new Observable((subscriber) => {
      if (!this.isInTurn(`The strategy subscribed to ${name}`)) return undefined;
      for (const watch of watches) subscriber.add(this.watch(watch));
      return open(subscriber);
    });
  }

  /** A stream of this run that emits what another one does. */
  of<Value>(
    name: string,
    values: Observable<Value>,
    watches: readonly Watch[] = [],
  ): Observable<Value> {
    return this.stream(name, (subscriber) => values.subscribe(subscriber), watches);
  }

  /**
   * Adds a watch; the returned function takes it back.
   *
   * @throws {InvalidWatch} when it is nothing that can be watched
   */
  watch(watch: Watch): () => void {
    return this.#watches.add(frozenWatch(watch));
  }

  /**
   * Whether the run's code is running. If not, the run fails for it: what reaches it from outside its turns would not
   * be there in a replay. Nothing is thrown, since nothing may catch it and the process would end.
   */
  isInTurn(what: string): boolean {
    const isInside = currentWorld() === this.world;
    if (!isInside) this.outsideTurn(what);
    return isInside;
  }

  /** Remembers that something happened outside the run's turns; the run fails for it. Returns the reason. */
  outsideTurn(what: string): string {
    const reason = this.world.violate(
      `${what} outside the run's clock: it came from a promise, a real timer or another run, and a replay would not see it; declare what brings it with defineSource()`,
    ).message;
    this.whenOutside(reason);
    return reason;
  }
}

/** What a run wants watched: each watch for as long as at least one stream needs it. */
export class WatchList {
  readonly #held = new Map<string, { readonly watch: Watch; count: number }>();
  #reported = '';
  #isTouched = false;

  /** Adds a watch; the returned function takes it back, once. */
  add(watch: Watch): () => void {
    const key = keyOf(watch);
    this.#isTouched = true;
    const held = this.#held.get(key) ?? { watch, count: 0 };
    held.count += 1;
    this.#held.set(key, held);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      held.count -= 1;
      if (held.count > 0 || this.#held.get(key) !== held) return;
      this.#held.delete(key);
      this.#isTouched = true;
    };
  }

  /** Whether a watch came or went since changes were last taken. */
  get isTouched(): boolean {
    return this.#isTouched;
  }

  /** Takes all watches back. */
  clear(): void {
    this.#held.clear();
    this.#isTouched = true;
  }

  /** Everything watched, ordered by content, if that changed since the last call; else null. */
  takeChanges(): readonly Watch[] | null {
    if (!this.#isTouched) return null;
    this.#isTouched = false;
    const keys = [...this.#held.keys()].sort();
    const now = keys.join('\n');
    if (now === this.#reported) return null;
    this.#reported = now;
    return keys.flatMap((key) => this.#held.get(key)?.watch ?? []);
  }
}

function keyOf(watch: Watch): string {
  // A contract is named by its id: its other fields come from the same listing.
  if (watch.kind === 'contract') return `contract ${watch.contract.instrumentId}`;
  return stableJson({ ...watch });
}
