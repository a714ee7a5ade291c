import { readWrite } from '../sent-order.ts';

/** A request, wherever it is on its way. */
export interface ArrivingRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
}

const MESSAGES_A_SECOND_MAX = 10;
const SECOND_MS = 1_000;
/** Clients have given up by then: what arrives later was kept back by the network, not sent too fast. */
const GIVEN_UP_MS = 10_000;
const MESSAGES = ['place', 'modify', 'cancel'];

/** Counts order messages where they arrive: no more than ten in any second (I9). */
export class Arrivals {
  /** By the request itself: the same bytes may be sent twice. */
  readonly #sentAtMs = new WeakMap<ArrivingRequest, number>();
  #arrivedAtMs: number[] = [];

  /** A request leaves a process. */
  takeSend(request: ArrivingRequest, atMs: number): void {
    if (countOf(request) > 0) this.#sentAtMs.set(request, atMs);
  }

  /** A request arrives at the platform; what is wrong then, or null. */
  takeArrival(request: ArrivingRequest, atMs: number): string | null {
    const count = countOf(request);
    if (count === 0) return null;
    const sentAtMs = this.#sentAtMs.get(request) ?? atMs;
    if (atMs - sentAtMs >= GIVEN_UP_MS) return null;
    this.#arrivedAtMs = this.#arrivedAtMs.filter((earlierMs) => earlierMs > atMs - SECOND_MS);
    for (let arrived = 0; arrived < count; arrived += 1) this.#arrivedAtMs.push(atMs);
    const inSecond = this.#arrivedAtMs.length;
    return inSecond > MESSAGES_A_SECOND_MAX
      ? `${String(inSecond)} order messages arrived within a second`
      : null;
  }
}

function countOf({ method, path, body }: ArrivingRequest): number {
  if (method === 'GET') return 0;
  const write = readWrite({ method, path, body });
  if (write === null || !MESSAGES.includes(write.kind)) return 0;
  return write.kind === 'cancel' ? write.orderIds.length : write.orders.length;
}
