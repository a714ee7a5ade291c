import { defer, finalize, NEVER, type Observable } from 'rxjs';

import { type Command } from '../model/command.ts';
import { type Watch } from '../model/input.ts';
import { currentWorld } from './current-world.ts';
import { frozenWatch } from './frozen-watch.ts';
import { type WatchList } from './watch-list.ts';
import { type World } from './world.ts';

/** What the streams of one run share: its world and what it wants watched. */
export class Scope {
  readonly world: World;
  readonly #watches: WatchList;
  /** Told at once of what happened outside: the run's next input may be minutes away. @default nobody */
  whenOutside: (reason: string) => void = () => undefined;
  /** Takes a command that the run gives for its strategy, as an alert. @default nobody */
  say: (command: Command) => void = () => undefined;

  constructor(world: World, watches: WatchList) {
    this.world = world;
    this.#watches = watches;
  }

  /** A stream of this run: may only be subscribed to while the run's code runs, and wants these watched meanwhile. */
  stream<Value>(
    name: string,
    options: { readonly watches?: readonly Watch[]; readonly open: () => Observable<Value> },
  ): Observable<Value> {
    return defer(() => {
      if (!this.isInTurn(`The strategy subscribed to ${name}`)) return NEVER;
      const releases = (options.watches ?? []).map((watch) => this.watch(watch));
      const opened = options.open();
      if (releases.length === 0) return opened;
      return opened.pipe(
        finalize(() => {
          for (const release of releases) release();
        }),
      );
    });
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
   * be there in a replay. Nothing is thrown, since nobody may be there to catch it and the process would end.
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
