import { invariant } from '../../base/invariant.ts';
import { type Role } from '../../model/orders/order.ts';
import { type Intent, isHeld, isLive } from './intent.ts';

/** All intents of the day, and which of them are live. */
export class IntentBook {
  readonly #all: Intent[] = [];
  readonly #byTag = new Map<string, Intent>();
  readonly #byLeg = new Map<string, Map<string, Intent[]>>();
  /** As `#byLeg`, without most of those that are over. */
  readonly #inPlay = new Map<string, Map<string, Intent[]>>();
  readonly #occurrences = new Map<string, number>();
  readonly #live = new Set<Intent>();
  #version = 0;

  /** Another number whenever other intents are live. */
  get version(): number {
    return this.#version;
  }

  /** The number of the next order of this leg and role in the run; each call takes one. */
  nextOccurrence(runId: string, leg: string, role: Role): number {
    const key = `${runId}\n${leg}\n${role}`;
    const occurrence = this.#occurrences.get(key) ?? 0;
    this.#occurrences.set(key, occurrence + 1);
    return occurrence;
  }

  /** Adds an intent. Its tag must be new: a tag names one decision. */
  add(intent: Intent): void {
    invariant(!this.#byTag.has(intent.tag), `Two intents with tag "${intent.tag}"`);
    const { quantityUnits } = intent.order;
    invariant(intent.state === 'waiting', 'An intent begins before it is on record');
    invariant(
      Number.isSafeInteger(quantityUnits) && quantityUnits > 0,
      'An order of no whole units',
    );
    this.#all.push(intent);
    this.#byTag.set(intent.tag, intent);
    listOf(this.#byLeg, intent).push(intent);
    listOf(this.#inPlay, intent).push(intent);
    this.#live.add(intent);
    this.#version += 1;
  }

  /** The intent of a tag. */
  byTag(tag: string): Intent | undefined {
    return this.#byTag.get(tag);
  }

  /** Intents of a leg, oldest first. */
  ofLeg(runId: string, leg: string): readonly Intent[] {
    return this.#byLeg.get(runId)?.get(leg) ?? [];
  }

  /** Intents of a leg that may still fill or be sent, oldest first; some that are over may be among them. */
  inPlay(runId: string, leg: string): readonly Intent[] {
    return this.#inPlay.get(runId)?.get(leg) ?? [];
  }

  /** Names of the legs of a run, in the order in which they were first used. */
  legs(runId: string): readonly string[] {
    return [...(this.#byLeg.get(runId)?.keys() ?? [])];
  }

  /** All intents, oldest first. */
  all(): readonly Intent[] {
    return this.#all;
  }

  /** Live ones as of the last `sweep`, and those revived or added since, oldest first. */
  live(): Iterable<Intent> {
    return this.#live;
  }

  /** Whether something may still fill. */
  get hasLive(): boolean {
    return this.#live.size > 0;
  }

  /** Takes an intent that a poll has shown to be alive after all back among the live. */
  revive(intent: Intent): void {
    invariant(this.#byTag.get(intent.tag) === intent, 'An intent that was never planned lives');
    this.#live.add(intent);
    this.#version += 1;
    const inPlay = listOf(this.#inPlay, intent);
    if (inPlay.includes(intent)) return;
    inPlay.push(intent);
    const all = listOf(this.#byLeg, intent);
    inPlay.sort((left, right) => all.indexOf(left) - all.indexOf(right));
  }

  /** Drops those that are over from the live and returns them. */
  sweep(atMs: number): readonly Intent[] {
    const over: Intent[] = [];
    for (const intent of this.#live) {
      if (isLive(intent)) continue;
      this.#live.delete(intent);
      this.#version += 1;
      intent.endedAtMs = atMs;
      // Should a copy of it show up hours later, this is not what it is to be changed to.
      intent.modify = null;
      over.push(intent);
      // One that is held may be sent once more.
      if (!isHeld(intent)) this.#putAway(intent);
    }
    return over;
  }

  #putAway(intent: Intent): void {
    const inPlay = listOf(this.#inPlay, intent);
    const place = inPlay.indexOf(intent);
    invariant(place >= 0, 'An intent that is over was never in play');
    inPlay.splice(place, 1);
  }
}

function listOf(
  lists: Map<string, Map<string, Intent[]>>,
  { runId, order: { leg } }: Intent,
): Intent[] {
  const legs = lists.get(runId) ?? new Map<string, Intent[]>();
  lists.set(runId, legs);
  const intents = legs.get(leg) ?? [];
  legs.set(leg, intents);
  return intents;
}
