import { type Input } from '../../model/runs/input.ts';
import { type RunCall, type RunHost, type TimedCommand, type Turn } from '../../ports/run-host.ts';
import { type AuthorPlace, type ShownToRun } from './order-story.ts';

/** A command that a run decided again. */
export interface DecidedAgain extends TimedCommand {
  readonly shown: ShownToRun;
  readonly place: AuthorPlace | null;
}

/** Notes of each command of runs that are replayed in this process what they were shown, and the author's line. */
export class DecisionsAgain {
  readonly #byRun = new Map<string, DecidedAgain[]>();
  #call: RunCall | null = null;

  /** What a run decided, in its order. */
  of(runId: string): readonly DecidedAgain[] {
    return this.#byRun.get(runId) ?? [];
  }

  /** A host whose calls this learns of. */
  around(host: RunHost): RunHost {
    return {
      listen: (listener) => {
        host.listen({
          ...listener,
          onTurn: (runId, answer) => {
            const { turn } = answer;
            if ('isOfPrice' in turn && turn.isOfPrice) this.#ofPrice(runId, turn);
            listener.onTurn(runId, answer);
          },
        });
      },
      tell: (runId, call) => {
        this.#call = call;
        host.tell(runId, call);
      },
      stop: (runId) => {
        host.stop(runId);
      },
    };
  }

  /** Takes a command as its run emits it, with `path:line:column` of the author's line. */
  take(runId: string, decided: TimedCommand, line: string | null): void {
    const again = { ...decided, shown: this.#shownAt(decided.atMs), place: placeOf(line) };
    const list = this.#byRun.get(runId);
    if (list === undefined) this.#byRun.set(runId, [again]);
    else list.push(again);
  }

  /** A run that passes prices by itself says only afterwards that one of them, and no timer, brought what it decided. */
  #ofPrice(runId: string, { commands }: Turn): void {
    const list = this.#byRun.get(runId) ?? [];
    const decided = commands.length === 0 ? [] : list.splice(-commands.length);
    list.push(...decided.map((again) => ({ ...again, shown: PASSED_PRICE })));
  }

  /** Timers fire at their own time, also in the turn that shows something later. */
  #shownAt(atMs: number): ShownToRun {
    const call = this.#call;
    if (call?.kind === 'start' && atMs === call.atMs) return { kind: 'start' };
    if (call?.kind === 'deliver' && atMs === call.input.atMs) return shownBy(call.input);
    return { kind: 'time', dueAtMs: atMs };
  }
}

const PASSED_PRICE: ShownToRun = { kind: 'prices', quotes: null };

function shownBy(input: Input): ShownToRun {
  if (input.kind === 'quotes-observed') return { kind: 'prices', quotes: input.quotes.length };
  if (input.kind === 'source-value') {
    return { kind: 'source', source: input.source, value: input.value };
  }
  if (input.kind !== 'orders-observed') return { kind: 'other', what: input.kind };
  const changes = input.events.map(({ kind: change, legRef, fillUnits }) => ({
    ...{ leg: legRef?.leg ?? null, role: legRef?.role ?? null },
    ...{ change, fillUnits },
  }));
  return { kind: 'orders', changes };
}

const PLACE = /^(.*):(\d+):(\d+)$/;

function placeOf(written: string | null): AuthorPlace | null {
  const [, file = '', line, column] = PLACE.exec(written ?? '') ?? [];
  return file === '' ? null : { file, line: Number(line), column: Number(column) };
}
