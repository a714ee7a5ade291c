import { type EngineEvent } from '../../engine/event.ts';
import { type Command } from '../../model/orders/command.ts';
import { type SeenStep } from './seen-step.ts';

type PollEnded = Extract<EngineEvent, { kind: 'poll-ended' }>;

/** A square-off that a strategy asked for. */
export interface AskedSquareOff {
  readonly runId: string;
  readonly atMs: number;
}

/** What the invariants about one request, one answer or one goal have to remember. */
export class DrillMemory {
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
  readonly squareOffs = new Map<string, AskedSquareOff>();

  readonly #closeMs: number;

  /** `closeMs`: when the day's last session ends. */
  constructor(closeMs: number) {
    this.#closeMs = closeMs;
  }

  begin(): void {
    this.squareOffs.clear();
    this.heldRuns.clear();
    this.mostAheadMs = -Infinity;
  }

  take({ event }: SeenStep, nowMs: number): void {
    if (event.atMs >= this.#closeMs) this.overAtMs ??= nowMs;
    if (event.kind === 'poll-ended') this.#takePoll(event, nowMs);
    if (event.kind === 'run-held') this.heldRuns.add(event.runId);
    if (event.kind === 'run-ended') this.heldRuns.delete(event.runId);
    if (event.kind === 'operator-asked' && event.request.action === 'release') {
      this.heldRuns.delete(event.request.runId);
    }
    if (event.kind !== 'commands-emitted') return;
    for (const command of event.commands) this.#takeCommand(event.runId, command, nowMs);
  }

  #takePoll({ subject, outcome, startedAtMs, atMs }: PollEnded, nowMs: number): void {
    if (subject !== 'orders' || outcome.kind !== 'accepted') return;
    this.lastReadAtMs = nowMs - (atMs - startedAtMs);
  }

  #takeCommand(runId: string, command: Command, nowMs: number): void {
    if (command.kind === 'squareOff' && command.legs === 'all') {
      this.squareOffs.set(runId, { runId, atMs: nowMs });
    }
    if (command.kind !== 'place') return;
    this.squareOffs.delete(runId);
    const entries = command.orders.filter(({ role }) => role === 'entry');
    const hedges = entries.filter(({ side }) => side === 'buy').map(({ leg }) => leg);
    for (const { leg, side } of entries) {
      if (side === 'sell') this.hedgesOf.set(`${runId}\n${leg}`, hedges);
    }
  }
}
