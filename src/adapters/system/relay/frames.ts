/**
 * What goes over the pipe of a relay, either way:
 *
 * - open: connect to `text`, a `host:port`. - opened: it is connected.
 * - data: bytes of it. - ack: `bytes` of them were taken, so that as many more may come.
 * - end: no more bytes come. - close: it is over; `text` says why, or is empty.
 */
export type Frame = { readonly id: number } & (
  | { readonly kind: 'open' | 'close'; readonly text: string }
  | { readonly kind: 'opened' | 'end' }
  | { readonly kind: 'data'; readonly data: Buffer }
  | { readonly kind: 'ack'; readonly bytes: number }
);

/** So many bytes of one connection may be on their way, each way, before the other end has taken them. */
export const WINDOW_BYTES = 256 * 1024;
/** Most bytes of one frame. */
export const PAYLOAD_MAX = 64 * 1024;

const KINDS = ['open', 'opened', 'data', 'ack', 'end', 'close'] as const;
const HEAD_BYTES = 9;
const NOTHING = Buffer.alloc(0);

/** A frame as bytes. */
export function frameBytes(frame: Frame): Buffer {
  const payload = payloadOf(frame);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(KINDS.indexOf(frame.kind), 0);
  head.writeUInt32BE(frame.id, 1);
  head.writeUInt32BE(payload.length, 5);
  return Buffer.concat([head, payload]);
}

/** Takes bytes as they come, and gives the frames that they complete; null once something is no frame. */
export class FrameReader {
  #rest: Buffer = NOTHING;
  #isBroken = false;

  take(bytes: Buffer): readonly Frame[] | null {
    if (this.#isBroken) return null;
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const frames: Frame[] = [];
    while (this.#rest.length >= HEAD_BYTES) {
      const length = this.#rest.readUInt32BE(5);
      if (length > PAYLOAD_MAX) return this.#broken();
      if (this.#rest.length < HEAD_BYTES + length) break;
      const frame = readFrame(this.#rest, length);
      if (frame === null) return this.#broken();
      frames.push(frame);
      this.#rest = this.#rest.subarray(HEAD_BYTES + length);
    }
    return frames;
  }

  #broken(): null {
    this.#isBroken = true;
    this.#rest = NOTHING;
    return null;
  }
}

function payloadOf(frame: Frame): Buffer {
  if (frame.kind === 'data') return frame.data;
  if (frame.kind === 'open' || frame.kind === 'close') return Buffer.from(frame.text);
  if (frame.kind !== 'ack') return NOTHING;
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(frame.bytes);
  return payload;
}

function readFrame(bytes: Buffer, length: number): Frame | null {
  const kind = KINDS[bytes.readUInt8(0)];
  const id = bytes.readUInt32BE(1);
  const payload = bytes.subarray(HEAD_BYTES, HEAD_BYTES + length);
  if (kind === 'data') return { id, kind, data: payload };
  if (kind === 'open' || kind === 'close') return { id, kind, text: payload.toString() };
  if (kind === 'ack') return length === 4 ? { id, kind, bytes: payload.readUInt32BE(0) } : null;
  return kind === undefined || length > 0 ? null : { id, kind };
}
