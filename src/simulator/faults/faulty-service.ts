import { STATUS_CODES } from 'node:http';
import { type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { ok, type Result } from '../../base/result.ts';
import { type SimulatedRequest, type SimulatedResponse } from '../platform/simulated-message.ts';
import { type SimulatedPlatform } from '../platform/simulated-platform.ts';
import { type Course, courseOf, HUGE_BODY_BYTES, keptBytes } from './course.ts';
import { type Fault, type FaultSink } from './fault-catalogue.ts';
import { type ArrivingRequest, RequestFaults } from './fault-of-request.ts';
import { type FaultPlan } from './fault-plan.ts';
import { FaultyPlatform } from './faulty-platform.ts';

/** The faults of a served simulator. */
export interface ServedFaults {
  readonly plan: Pick<FaultPlan, 'faultOf' | 'visibilityLagMs'>;
  readonly counts: FaultSink;
  /** Real time: a fault's milliseconds are not sped up with the simulator's clock. */
  readonly wait: Wait;
}

/** A request that has arrived, with its fault. */
export interface ServedTrip {
  readonly fault: Fault | null;
  readonly course: Course;
}

/** The platform behind real sockets that fail. F1 and F18 close a connection unread: it is open before its request is known. */
export class FaultyService {
  readonly #platform: SimulatedPlatform;
  readonly #faults: ServedFaults;
  readonly #requests: RequestFaults;
  readonly #faulty: FaultyPlatform;

  constructor(platform: SimulatedPlatform, faults: ServedFaults) {
    this.#platform = platform;
    this.#faults = faults;
    this.#requests = new RequestFaults(faults.plan);
    this.#faulty = new FaultyPlatform({ platform, ...faults });
  }

  /** The fault of a request by its head, or the answer to an unreadable fault header. */
  receive(request: ArrivingRequest): Result<ServedTrip, SimulatedResponse> {
    const befallen = this.#requests.of(request, this.#platform.nowMs());
    if (!befallen.ok) return befallen;
    const { fault } = befallen.value;
    const course = courseOf(fault);
    const isHeld = course.kind === 'whole' && course.holdMs > 0;
    if (fault !== null && (course.kind !== 'whole' || isHeld)) {
      this.#faults.counts.add(fault.name, fault.id, this.#platform.nowMs());
    }
    return ok({ fault, course });
  }

  /** Ends the connection of a request that is lost on the way; returns whether it is. */
  lose({ course }: ServedTrip, socket: Socket): boolean {
    if (course.kind === 'not-sent') {
      socket.destroy();
      return true;
    }
    if (course.kind !== 'lost' || course.taken !== 'never') return false;
    breakOff(socket, course.how);
    return true;
  }

  /** Answers a whole request; null when the answer was written already. */
  async answer(
    request: SimulatedRequest,
    { course, fault }: ServedTrip,
    socket: Socket,
  ): Promise<SimulatedResponse | null> {
    const { wait } = this.#faults;
    if (course.kind === 'lost' && typeof course.taken === 'number') await wait(course.taken);
    const response = this.#faulty.handle(request, fault);
    switch (course.kind) {
      case 'whole':
        if (course.holdMs > 0) await wait(course.holdMs);
        return response;
      case 'lost':
        breakOff(socket, course.how);
        return null;
      case 'cut':
        writeCut(socket, response, course);
        return null;
      case 'drip':
        await writeDrip(socket, response, wait);
        return null;
      case 'huge':
        await writeHuge(socket, response);
        return null;
      case 'not-sent':
        return null;
    }
  }
}

/** Silence leaves the connection to the client. */
function breakOff(socket: Socket, how: Extract<Course, { kind: 'lost' }>['how']): void {
  if (how === 'reset') socket.resetAndDestroy();
  else if (how === 'closed') socket.destroy();
}

/** Waits so many milliseconds of real time. */
type Wait = (durationMs: number) => Promise<unknown>;

const DRIP_EVERY_MS = 200;
const DRIPS_MAX = 3_000;
const CHUNK_BYTES = 65_536;

/** Writes the start of an answer and ends the connection. */
function writeCut(
  socket: Socket,
  response: SimulatedResponse,
  { framing, share }: Extract<Course, { kind: 'cut' }>,
): void {
  const bytes = Buffer.from(response.body);
  const kept = bytes.subarray(0, keptBytes(bytes, share));
  const frame = {
    length: [`content-length: ${String(bytes.length)}`, kept],
    chunked: ['transfer-encoding: chunked', chunk(kept)],
    close: ['connection: close', kept],
  } as const;
  const [line, body] = frame[framing];
  socket.end(Buffer.concat([head(response, line), body]));
}

/** Writes a byte of the answer now and then, until the client gives up. */
async function writeDrip(socket: Socket, response: SimulatedResponse, wait: Wait): Promise<void> {
  const bytes = Buffer.from(response.body);
  socket.write(head(response, `content-length: ${String(bytes.length + DRIPS_MAX)}`));
  for (let index = 0; index < DRIPS_MAX && !socket.destroyed; index += 1) {
    socket.write(bytes.subarray(index, index + 1));
    await wait(DRIP_EVERY_MS);
  }
  socket.destroy();
}

/** Writes more than any client takes. */
async function writeHuge(socket: Socket, response: SimulatedResponse): Promise<void> {
  socket.write(head(response, 'connection: close'));
  const blanks = Buffer.alloc(CHUNK_BYTES, ' ');
  const chunks = Array.from({ length: HUGE_BODY_BYTES / CHUNK_BYTES }, () => blanks);
  try {
    await pipeline(Readable.from(chunks), socket);
  } catch {
    socket.destroy();
  }
}

function chunk(bytes: Buffer): Buffer {
  // Without the last chunk of no bytes, the body has no end.
  return bytes.length === 0
    ? bytes
    : Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

function head({ status, headers }: SimulatedResponse, framing: string): Buffer {
  const lines = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    framing,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}
