import { url as debuggerAddress } from 'node:inspector';

import { withLine } from '../../base/author-line.ts';
import { stuckLineOf } from './stuck-line.ts';
import { type TurnBeat } from './turn-beat.ts';

const LOOK_EVERY_MS_MAX = 500;

/** How often to look for turns that last so long. */
export function lookEvery(limitMs: number): number {
  return Math.min(LOOK_EVERY_MS_MAX, limitMs / 4);
}

/** How long a turn has lasted, sampled from another thread. Code left running after a turn counts where life signs are tracked and stop. */
export class TurnLength {
  readonly #beat: TurnBeat;
  /** A longer gap between two samples is a sleep of the machine, not a turn. */
  readonly #lookEveryMs: number;
  #count: number;
  #alive: number;
  #lookedAtMs: number;
  #lastsMs = 0;

  constructor(beat: TurnBeat, options: { readonly lookEveryMs: number; readonly nowMs: number }) {
    this.#beat = beat;
    this.#lookEveryMs = options.lookEveryMs;
    this.#count = beat.count;
    this.#alive = beat.alive;
    this.#lookedAtMs = options.nowMs;
  }

  /** Milliseconds that the turn has lasted in which the other thread is; 0 where it is in none, or in another one. */
  look(nowMs: number): number {
    this.#lastsMs += Math.min(nowMs - this.#lookedAtMs, 2 * this.#lookEveryMs);
    this.#lookedAtMs = nowMs;
    const { count, alive } = this.#beat;
    const isIdle = count % 2 === 0 && (alive === 0 || alive !== this.#alive);
    if (count !== this.#count || isIdle) this.#lastsMs = 0;
    this.#count = count;
    this.#alive = alive;
    return this.#lastsMs;
  }
}

/** Whose code runs, for people. */
export function whoseCode({ count, name }: Pick<TurnBeat, 'count' | 'name'>): string {
  return count % 2 === 1 ? `The strategy's code of "${name}"` : 'Code outside of every run';
}

/** The message about a turn that lasts; `line` is the author's line, null where unknown. */
export function notReturned(whose: string, lastsMs: number, line: string | null): string {
  const seconds = String(Math.round(lastsMs / 100) / 10);
  return withLine(`${whose} has not returned for ${seconds} s`, line);
}

/** A thread that is watched from the one that started it. */
export interface WatchedThread {
  readonly worker: { readonly threadId: number };
  /** Where it marks its turns. */
  readonly beat: TurnBeat;
}

/**
 * Watches the turns of another thread from this one, and calls back, once, when one lasts too long; under a debugger they
 * may. Gives what ends the watch.
 */
export function watchTurnsOf(
  { worker, beat }: WatchedThread,
  turnMsMax: number,
  onEndless: (told: string) => void,
): () => void {
  const lookEveryMs = lookEvery(turnMsMax);
  const length = new TurnLength(beat, { lookEveryMs, nowMs: performance.now() });
  let isEnded = false;
  const looking = setInterval(() => {
    const lastsMs = length.look(performance.now());
    if (lastsMs < turnMsMax || debuggerAddress() !== undefined) return;
    clearInterval(looking);
    const whose = whoseCode(beat);
    void stuckLineOf(worker.threadId).then((line) => {
      if (!isEnded) onEndless(notReturned(whose, lastsMs, line));
    });
  }, lookEveryMs);
  return () => {
    isEnded = true;
    clearInterval(looking);
  };
}
