import { type Json } from '../base/json.ts';
import { type CarriedPosition } from '../model/orders/carried-over.ts';
import { type Command } from '../model/orders/command.ts';
import { type Input, type Watch } from '../model/runs/input.ts';
import { type RunHeader } from '../model/runs/run.ts';
import { type CalendarDay } from '../model/time/calendar.ts';

/** What a host makes a run of. Plain JSON, so that a host in another process can load the strategy by itself. */
export interface RunRecipe {
  readonly header: RunHeader;
  readonly day: CalendarDay;
  /** The strategy's file, absolute. */
  readonly path: string;
  /** Of the source that was checked: SHA-256, hexadecimal. A host must run no other. */
  readonly sourceHash: string;
  /** Parameters given over the strategy's own defaults. */
  readonly given: Readonly<Record<string, Json>>;
  /** What the strategy's last run left in its store. */
  readonly store: Readonly<Record<string, Json>>;
  /** What the strategy holds from earlier days. */
  readonly carried: readonly CarriedPosition[];
}

/** What a host does with one run. Instants are epoch milliseconds and never go back. */
export type RunCall =
  /** Makes the run and begins it: always its first call. */
  | { readonly kind: 'start'; readonly atMs: number; readonly recipe: RunRecipe }
  | { readonly kind: 'deliver'; readonly input: Input }
  /** Fires the timers that are due. */
  | { readonly kind: 'advance'; readonly atMs: number }
  /** As `advance` after a time without a look: what was due meanwhile is late, and follows its policy. */
  | { readonly kind: 'pass-gap'; readonly atMs: number }
  /** Passes timers and pushes of prices, each at its time, up to the first that brings news. Answered by a {@link PassedTurn}. */
  | { readonly kind: 'pass-before'; readonly untilMs: number }
  /** Fails the run for what its code did outside of its turns. */
  | { readonly kind: 'fail'; readonly reason: string };

/** Where a run stands. */
export type RunProgress = 'running' | 'completed' | 'failed';

/** A command and the run's time at which it was decided. */
export interface TimedCommand {
  readonly atMs: number;
  readonly command: Command;
}

/** What came of one call. */
export interface Turn {
  /** In the order in which they were emitted. */
  readonly commands: readonly TimedCommand[];
  /** All watches of the run as they are now, in a fixed order; null when they are as they were. */
  readonly watches: readonly Watch[] | null;
  readonly state: RunProgress;
  /** Why it failed, with the strategy's line where that is known. Only when `state` is `failed`. */
  readonly failure?: string;
  /** What the strategy put into its store, in order. */
  readonly storeChanges: readonly { readonly key: string; readonly value: Json }[];
}

/** What came of letting a run pass by itself. */
export interface PassedTurn extends Turn {
  /** When it last did something, epoch milliseconds. */
  readonly atMs: number;
  /** Whether that came of a push of prices, and not of a timer. */
  readonly isOfPrice: boolean;
}

/** A turn, and when the run wants the next one. Plain JSON. */
export interface RunAnswer {
  readonly turn: Turn | PassedTurn;
  /** When its next timer is due; null when none is set. */
  readonly nextTimerMs: number | null;
  /** When the next push of prices comes that it follows by itself; null when every price reaches it as an input. */
  readonly nextPriceMs: number | null;
}

/** Who hears of a host's runs. */
export interface RunListener {
  /** One answer for each call of a run, in the order of its calls. */
  readonly onTurn: (runId: string, answer: RunAnswer) => void;
  /** A run's code did outside of its turns what it has to fail for. The run continues until `fail` is called. */
  readonly onOutside: (runId: string, reason: string) => void;
  /** What a run did as time passed for all runs, or as its replay ended. Only of hosts that answer later. */
  readonly onPassed?: (runId: string, answer: RunAnswer) => void;
  /**
   * The replay of a run differs from what it did; or its code does not run any more (`isQuarantined`), since it keeps ending
   * its process. Only of hosts that answer later.
   */
  readonly onHeld?: (runId: string, detail: string, isQuarantined?: boolean) => void;
}

/**
 * How all runs of a host that answers later learn that time passed. They learn it with the event of the journal that says so,
 * not when they are known to be due: so what they hear follows from the journal alone, however late they answer.
 *
 * - `due`: what is due is fired. What was missed is late by then, and follows its policy.
 * - `missed`: only what was missed is fired, as late.
 * - `gap`: no process ran until now.
 */
export type PassedTime = 'due' | 'missed' | 'gap';

/**
 * Another version of a run, beside it: it was shown everything that the run was, and nothing of what it decided counts.
 *
 * - catching up: it is still shown what came before.
 * - level: it has answered all that it was shown.
 * - over: it took over, was dropped, or ended.
 */
export interface PreparedRun {
  readonly isLevel: () => boolean;
  /** Why it cannot take over, for people; null while it can. */
  readonly failure: () => string | null;
  /** It is the run from here on, and the version before it is ended. Says how it stands. Only while it is level. */
  readonly takeOver: () => {
    /** All its watches, whether they changed or not. */
    readonly watches: readonly Watch[];
    readonly nextTimerMs: number | null;
    readonly nextPriceMs: number | null;
  };
  /** Ends it, where it did not take over. */
  readonly drop: () => void;
}

/** What hosts in another process offer besides. */
export interface LateAnswers {
  readonly pass: (how: PassedTime, atMs: number) => void;
  /** Takes a step of a replay (`src/recovery/run-replays.ts`). Nothing answers before the last. */
  readonly replay: (step: unknown) => void;
  /** Since when something has no answer: the instant that it is about; null when all has. */
  readonly unansweredSinceMs: () => number | null;
}

/** Processes of a host's own, in which its runs live. */
export interface HostProcesses {
  readonly count: number;
  /** Of all of them together, bytes; 0 where the machine does not say. */
  readonly residentBytes: number;
  /** How often one was made again. */
  readonly restarts: number;
}

/**
 * Runs strategies. Calls and answers are plain JSON, so that a host may live in another thread or process; only there may
 * an answer come later. In virtual time every call is answered before `tell` returns.
 *
 * The same calls bring the same answers, byte for byte, whichever host takes them. A host never throws for what a
 * strategy does: that fails the run.
 */
export interface RunHost {
  /** @default it answers at once */
  readonly late?: LateAnswers;
  /**
   * Makes another version of a running run, of its file as it is now and with the parameters that it was given: that of
   * a hash, no other. @default its code cannot be replaced
   */
  readonly prepare?: (runId: string, sourceHash: string) => PreparedRun;
  /** Has one listener hear of all runs from now on, in place of the one before. */
  readonly listen: (listener: RunListener) => void;
  /** Takes a call. One of a run that is over is answered by an empty turn. */
  readonly tell: (runId: string, call: RunCall) => void;
  /** Ends a run: nothing of its code runs any more, and no answer comes. Harmless when it is over. */
  readonly stop: (runId: string) => void;
  /** @default its runs live in this process */
  readonly processes?: () => HostProcesses;
  /** Ends what its runs live in; no answer comes any more. @default nothing is left to end */
  readonly close?: () => void;
}
