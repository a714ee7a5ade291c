import { PAYLOAD_MAX, WINDOW_BYTES } from './frames.ts';

/** Bytes of a connection on their way out: no more than the other end has room for. */
export class Outflow {
  readonly #send: (data: Buffer) => void;
  #room = WINDOW_BYTES;
  readonly #waiting: { rest: Buffer; readonly done: () => void }[] = [];

  constructor(send: (data: Buffer) => void) {
    this.#send = send;
  }

  /** Bytes that were sent and not taken yet. */
  get unacknowledged(): number {
    return WINDOW_BYTES - this.#room;
  }

  /** @param done - called once all of them were sent */
  push(bytes: Buffer, done: () => void): void {
    this.#waiting.push({ rest: bytes, done });
    this.#flow();
  }

  /** The other end took so many. */
  acknowledge(bytes: number): void {
    this.#room += bytes;
    this.#flow();
  }

  #flow(): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      while (first.rest.length > 0) {
        const size = Math.min(first.rest.length, this.#room, PAYLOAD_MAX);
        if (size === 0) return;
        this.#room -= size;
        this.#send(first.rest.subarray(0, size));
        first.rest = first.rest.subarray(size);
      }
      this.#waiting.shift();
      first.done();
    }
  }
}
