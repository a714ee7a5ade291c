import { type Effect } from '../engine/effect.ts';
import { type EngineEvent } from '../engine/event.ts';
import { type Watch } from '../model/runs/input.ts';
import { type RunHeader } from '../model/runs/run.ts';
import { type Session } from '../model/time/calendar.ts';
import { type ToldNotice } from '../notices/told-notice.ts';
import { type Clock } from '../ports/clock.ts';
import { type KnownPriceFeed } from '../ports/price-feed.ts';
import { type RunHost, type Turn } from '../ports/run-host.ts';
import { type EventJournal } from './journal-writer.ts';
import { type PlatformClock } from './platform-clock.ts';
import { type StallWatch } from './stall-watch.ts';
import { type Venue } from './venue.ts';

/** The part of the engine that the kernel needs. */
export interface EventProcessor {
  readonly step: (event: EngineEvent) => readonly Effect[];
}

/** What a kernel is made of. */
export interface KernelOptions {
  readonly engine: EventProcessor;
  readonly venue: Venue;
  /** Where the runs live. */
  readonly host: RunHost;
  /** Where events and what was made of them are kept. Null keeps nothing. */
  readonly journal: EventJournal | null;
  readonly clock: Clock;
  /**
   * Prices that are known ahead. Not with a journal, which would lack those that runs take by themselves.
   *
   * @default null: the venue is polled for them, in `sessions`
   */
  readonly prices?: KnownPriceFeed | null;
  /** Of the day. @default none: no prices are polled */
  readonly sessions?: readonly Session[];
  /**
   * `at-once`: requests start when the engine asks, answers come when they come. `in-order`: one request at
   * a time, in the order asked, so that a run over a real network is the same every time; see `nextRequest`.
   */
  readonly requests: 'at-once' | 'in-order';
  /** Tells when the process stood still; only where the kernel is ticked at least once a real second. @default nothing tells */
  readonly stalls?: StallWatch;
  /** Tells how the clock stands against the platform's. @default nothing tells */
  readonly platformClock?: PlatformClock;
  /** Nothing is sent from then on: a machine that slept past midnight must not act on yesterday's book. @default never */
  readonly dayEndsMs?: number;
  /** Called with the kernel's own notices. Those of the engine are effects of its steps. */
  readonly onNotice: (notice: ToldNotice) => void;
  /** Called after each step of the engine, before its effects are carried out. @default no one looks on */
  readonly onStep?: (event: EngineEvent, effects: readonly Effect[]) => void;
  /** Called when all that was queued has been stepped through. */
  readonly onDrained?: () => void;
  /** What a strategy put into its store, as it does. */
  readonly onStoreChange?: (run: RunHeader, change: Turn['storeChanges'][number]) => void;
  /** What a run watches, whenever that changes. */
  readonly onWatches?: (run: RunHeader, watches: readonly Watch[]) => void;
  /** Called after an answer that came later has been worked in, so that a driver can look at what is due. */
  readonly onAnswer?: () => void;
}

/** What happened, without the time at which it is handed over. */
export type Unstamped<Event> = Event extends unknown ? Omit<Event, 'atMs'> : never;
