import { type Clock } from '../../ports/clock.ts';
import {
  type Transport,
  type TransportRequest,
  type TransportResult,
} from '../../ports/transport.ts';
import { dateHeader, type SimulatedResponse } from '../platform/simulated-message.ts';
import { type SimulatedPlatform } from '../platform/simulated-platform.ts';
import {
  CLIENT_LIMITS,
  type ClientLimits,
  connectionLost,
  type Course,
  courseOf,
  cutOff,
  notSent,
  timedOut,
  tooLarge,
} from './course.ts';
import { type Fault, type FaultSink } from './fault-catalogue.ts';
import { RequestFaults } from './fault-of-request.ts';
import { type FaultPlan } from './fault-plan.ts';
import { FaultyPlatform } from './faulty-platform.ts';
import { type RouteKind } from './route-kind.ts';

/** What a {@link FaultyTransport} needs. */
export interface FaultyTransportOptions {
  readonly platform: SimulatedPlatform;
  readonly plan: FaultPlan;
  readonly agenda: { readonly at: (atMs: number, act: () => void) => void };
  /** The same that the platform has. */
  readonly clock: Clock;
  readonly counts: FaultSink;
  readonly limits?: Partial<ClientLimits>;
}

/** One request on its way. */
interface Trip {
  readonly request: TransportRequest;
  readonly fault: Fault | null;
  readonly arrivesAtMs: number;
  readonly backMs: number;
  /** When the client gives up. */
  readonly deadlineMs: number;
  readonly settle: (result: TransportResult) => void;
}

/**
 * Carries requests to a simulated platform on virtual time, with the faults of a plan or of a header, and the results of HTTP.
 * Keeps requests in the agenda alone. Methods are bound.
 */
export class FaultyTransport implements Transport {
  readonly #options: FaultyTransportOptions;
  readonly #limits: ClientLimits;
  readonly #platform: FaultyPlatform;
  readonly #faults: RequestFaults;
  readonly #bytes = new BodyBytes();
  #held = 0;
  #afloat = 0;

  constructor(options: FaultyTransportOptions) {
    this.#options = options;
    this.#limits = { ...CLIENT_LIMITS, ...options.limits };
    this.#platform = new FaultyPlatform(options);
    this.#faults = new RequestFaults(options.plan);
  }

  /** Requests whose client still waits. */
  get held(): number {
    return this.#held;
  }

  /** Requests that have yet to reach the platform, given up by their clients or not. */
  get afloat(): number {
    return this.#afloat;
  }

  /** When reads of a kind next show an order that they hide, after an instant; null for none. */
  readonly nextRevealMs = (kind: RouteKind, afterMs: number): number | null =>
    this.#platform.nextRevealMs(kind, afterMs);

  readonly send = (request: TransportRequest): Promise<TransportResult> => {
    const startMs = this.#options.clock.nowMs();
    const befallen = this.#faults.of(request, startMs);
    if (!befallen.ok) return Promise.resolve(this.#answer(request, befallen.error));
    const { fault, identity } = befallen.value;
    const { outMs, backMs } = this.#options.plan.latencyOf(identity);
    this.#held += 1;
    return new Promise((resolve) => {
      this.#go({
        request,
        fault,
        arrivesAtMs: startMs + outMs,
        backMs,
        deadlineMs: startMs + this.#limits.totalMs,
        settle: (result) => {
          this.#held -= 1;
          resolve(result);
        },
      });
    });
  };

  #go(trip: Trip): void {
    const { fault, arrivesAtMs, deadlineMs } = trip;
    const course = courseOf(fault);
    if (course.kind !== 'whole' || course.holdMs > 0) this.#note(fault);
    if (course.kind === 'not-sent') this.#refuse(trip, course.how);
    else if (course.kind === 'lost') this.#lose(trip, course);
    else if (arrivesAtMs < deadlineMs) {
      this.#arrive(trip, arrivesAtMs, (response) => {
        this.#bringBack(trip, course, response);
      });
    } else this.#lose(trip, { kind: 'lost', taken: 'on-arrival', how: 'silence' });
  }

  #refuse(trip: Trip, how: 'refused' | 'connect-timeout' | 'tls'): void {
    const { connectMs, totalMs } = this.#limits;
    const startMs = trip.deadlineMs - totalMs;
    const atMs = how === 'connect-timeout' ? startMs + connectMs : trip.arrivesAtMs;
    this.#settleAt(trip, atMs, notSent(how));
  }

  #lose(trip: Trip, { taken, how }: Extract<Course, { kind: 'lost' }>): void {
    const { arrivesAtMs, backMs, deadlineMs } = trip;
    if (taken === 'on-arrival') this.#arrive(trip, arrivesAtMs);
    // Late means after the client gave up, however long it waits.
    else if (taken !== 'never') {
      this.#arrive(trip, Math.max(deadlineMs - this.#limits.totalMs + taken, deadlineMs + 1));
    }
    if (how === 'silence') this.#settleAt(trip, deadlineMs, timedOut(this.#limits, null));
    else this.#settleAt(trip, arrivesAtMs + backMs, connectionLost(how));
  }

  #bringBack(trip: Trip, course: Course, response: SimulatedResponse): void {
    const { request, arrivesAtMs, backMs, deadlineMs } = trip;
    const { path } = request;
    const { status, body } = response;
    const backAtMs = arrivesAtMs + backMs;
    if (course.kind === 'drip') {
      this.#settleAt(trip, deadlineMs, timedOut(this.#limits, status));
    } else if (course.kind === 'huge') {
      this.#settleAt(trip, backAtMs, tooLarge(this.#limits, status));
    } else if (course.kind === 'cut') {
      this.#settleAt(trip, backAtMs, cutOff(response, this.#bytes.of(path, body), course));
    } else {
      const holdMs = course.kind === 'whole' ? course.holdMs : 0;
      this.#settleAt(trip, backAtMs + holdMs, this.#answer(request, response));
    }
  }

  /** Lets the platform take the request at an instant. */
  #arrive(trip: Trip, atMs: number, then?: (response: SimulatedResponse) => void): void {
    this.#afloat += 1;
    this.#options.agenda.at(atMs, () => {
      this.#afloat -= 1;
      const response = this.#platform.handle(trip.request, trip.fault);
      then?.(response);
    });
  }

  /** Answers the client, unless it has given up by then. */
  #settleAt({ deadlineMs, settle }: Trip, atMs: number, result: TransportResult): void {
    const isInTime = atMs < deadlineMs;
    this.#options.agenda.at(isInTime ? atMs : deadlineMs, () => {
      const isTimeout = result.kind === 'interrupted' && result.reason === 'timeout';
      settle(isInTime || isTimeout ? result : timedOut(this.#limits, null));
    });
  }

  #answer({ path }: TransportRequest, response: SimulatedResponse): TransportResult {
    const { status, headers, body } = response;
    const dated = [...headers, dateHeader(this.#options.clock.nowMs())];
    return { kind: 'response', status, headers: dated, body: this.#bytes.of(path, body) };
  }

  #note(fault: Fault | null): void {
    if (fault === null) return;
    this.#options.counts.add(fault.name, fault.id, this.#options.clock.nowMs());
  }
}

/** Paths whose last body is kept. */
const KEPT_MAX = 64;

/** Bodies as bytes: the same bytes for the same text of a path, since most polls show nothing new. */
class BodyBytes {
  readonly #encoder = new TextEncoder();
  readonly #kept = new Map<string, { readonly text: string; readonly bytes: Uint8Array }>();

  /** The bytes of a body. They must not be changed. */
  of(path: string, text: string): Uint8Array {
    const known = this.#kept.get(path);
    if (known?.text === text) return known.bytes;
    const bytes = this.#encoder.encode(text);
    if (this.#kept.size >= KEPT_MAX) this.#kept.clear();
    this.#kept.set(path, { text, bytes });
    return bytes;
  }
}
