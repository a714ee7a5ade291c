import { type NoticeTopic } from '../engine/effect.ts';

/** A notice of the engine or of the kernel, for people. */
export interface Notice {
  readonly atMs: number;
  readonly severity: 'info' | 'warning' | 'critical';
  readonly runId: string | null;
  readonly message: string;
  /** What it is about that is no trouble of ours; `tables`: market tables that have ended. @default trouble, or the course of the day */
  readonly topic?: NoticeTopic | 'tables';
}

const NONE: readonly Notice[] = [];

/** Holds the notices of one drain, so that what is said a thousand times at one instant is told once. */
export class NoticeFold {
  readonly #held = new Map<string, { readonly notice: Notice; count: number }>();

  /** Takes a notice in. */
  take(notice: Notice): void {
    const { severity, runId, message } = notice;
    const key = `${severity}\n${runId ?? ''}\n${message}`;
    const held = this.#held.get(key);
    if (held === undefined) this.#held.set(key, { notice, count: 1 });
    else held.count += 1;
  }

  /** Hands out what was held, in the order in which each was first said, and starts anew. */
  release(): readonly Notice[] {
    if (this.#held.size === 0) return NONE;
    const notices = Array.from(this.#held.values(), ({ notice, count }) =>
      count === 1
        ? notice
        : { ...notice, message: `${notice.message} (× ${count.toLocaleString('en-IN')})` },
    );
    this.#held.clear();
    return notices;
  }
}
