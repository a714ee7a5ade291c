import { type Effect, type EngineRecord } from '../engine/effect.ts';
import { type EngineEvent } from '../engine/event.ts';
import { type Input } from '../model/runs/input.ts';
import { type ToldNotice } from '../notices/told-notice.ts';
import {
  type AuditEntry,
  type AuditFact,
  type AuditKind,
  SEEN_PLAIN,
  type SeenPlain,
  type SeenPoll,
} from './audit-entry.ts';

interface Listener {
  readonly kinds: readonly AuditKind[];
  readonly take: (entry: AuditEntry) => void;
}

/**
 * Numbers what happens on a day, step by step of the engine. A replay of the journal makes the same entries again, but for
 * the process's own notices. What is seen costs a count where no one listens for it.
 */
export class AuditStream {
  #listeners: readonly Listener[] = [];
  #seq = 0;
  /** What is seen is most of what happens: it is built for those who want it. */
  #isSeenHeard = false;

  /** Number of the last entry; 0 before the first. */
  get seq(): number {
    return this.#seq;
  }

  /** Calls `take` with each entry of these kinds from now on, as it happens. It must not throw. Returns what ends that. */
  listen<Kind extends AuditKind>(
    kinds: readonly Kind[],
    take: (entry: Extract<AuditEntry, { readonly kind: Kind }>) => void,
  ): () => void {
    // Handed only entries of those kinds.
    const listener: Listener = { kinds, take: take as Listener['take'] };
    this.#setListeners([...this.#listeners, listener]);
    return () => {
      this.#setListeners(this.#listeners.filter((other) => other !== listener));
    };
  }

  /** Takes a step of the engine: what it was about, then what came of it. */
  take(event: EngineEvent, effects: readonly Effect[]): void {
    const { atMs } = event;
    if (isSeen(event)) this.#add(atMs, this.#isSeenHeard ? factSeen(event) : null);
    for (const effect of effects) {
      const fact = factOf(effect);
      if (fact !== null) this.#add(atMs, fact);
    }
  }

  /** Takes a notice of the process itself, which no journal holds. */
  note({ atMs, ...notice }: ToldNotice): void {
    this.#add(atMs, { kind: 'notice', isOwn: true, notice });
  }

  #setListeners(listeners: readonly Listener[]): void {
    this.#listeners = listeners;
    this.#isSeenHeard = listeners.some(({ kinds }) => kinds.includes('seen'));
  }

  /** Null counts what no one listens for. */
  #add(atMs: number, fact: AuditFact | null): void {
    this.#seq += 1;
    if (fact === null) return;
    const entry: AuditEntry = { seq: this.#seq, atMs, ...fact };
    for (const { kinds, take } of this.#listeners) if (kinds.includes(fact.kind)) take(entry);
  }
}

const PLAIN: ReadonlySet<string> = new Set(SEEN_PLAIN);

/** Not time that passes, nor a poll of orders that found none changed; what runs do comes as records. */
function isSeen(event: EngineEvent): boolean {
  if (event.kind === 'time-passed') return false;
  if (event.kind !== 'poll-ended') return PLAIN.has(event.kind);
  if (event.outcome.kind !== 'accepted') return true;
  if (event.subject === 'orders') return event.outcome.value.changed.length > 0;
  return event.subject !== 'orders-of-tag' || event.outcome.value.length > 0;
}

function factSeen(event: EngineEvent): AuditFact {
  const what = event.kind === 'poll-ended' ? pollSeen(event) : (event as SeenPlain);
  return { kind: 'seen', what };
}

function pollSeen(poll: Extract<EngineEvent, { kind: 'poll-ended' }>): SeenPoll {
  if (poll.outcome.kind !== 'accepted') {
    return { kind: 'poll-failed', subject: poll.subject, outcome: poll.outcome };
  }
  switch (poll.subject) {
    case 'quotes':
      return { kind: 'prices', quotes: poll.outcome.value };
    case 'orders':
      return { kind: 'orders', orders: poll.outcome.value.changed };
    case 'orders-of-tag':
      return { kind: 'orders', orders: poll.outcome.value };
    case 'contracts':
      return {
        kind: 'contracts',
        underlying: poll.underlying,
        count: poll.outcome.value.contracts.length,
      };
    case 'history':
      return { kind: 'history', asked: poll.asked, bars: poll.outcome.value.length };
  }
}

/** Null for what only moves the day along. */
function factOf(effect: Effect): AuditFact | null {
  if (effect.kind === 'notice') return { kind: 'notice', isOwn: false, notice: effect.notice };
  if (effect.kind === 'record') return factRecorded(effect.entry);
  return effect.kind === 'deliver' ? factShown(effect.runId, effect.input) : null;
}

function factRecorded(what: EngineRecord): AuditFact {
  if (what.kind === 'attempt') return { kind: 'sent', what };
  if (what.kind === 'outcome') return { kind: 'learned', runId: null, what };
  return { kind: 'decided', what };
}

function factShown(runId: string, what: Input): AuditFact | null {
  const { kind } = what;
  if (kind === 'command-refused') return { kind: 'refused', runId, what };
  const isLearned =
    kind === 'orders-observed' || kind === 'position-changed' || kind === 'signal-answered';
  return isLearned ? { kind: 'learned', runId, what } : null;
}
