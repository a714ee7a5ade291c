import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Frame, frameBytes, FrameReader, PAYLOAD_MAX, WINDOW_BYTES } from './frames.ts';
import { Outflow } from './outflow.ts';

const id = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const data = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const frame: fc.Arbitrary<Frame> = fc.oneof(
  fc.record({ id, kind: fc.constantFrom('open', 'close'), text }),
  fc.record({ id, kind: fc.constantFrom('opened', 'end') }),
  fc.record({ id, kind: fc.constant('data'), data }),
  fc.record({ id, kind: fc.constant('ack'), bytes: id }),
);

describe('frames of a relay', () => {
  it('are read as they were written, wherever their bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(frame), fc.integer({ min: 1, max: 50 }), (frames, size) => {
        const bytes = Buffer.concat(frames.map(frameBytes));
        const reader = new FrameReader();
        const read: Frame[] = [];
        for (let from = 0; from < bytes.length; from += size) {
          read.push(...(reader.take(bytes.subarray(from, from + size)) ?? []));
        }
        expect(read).toEqual(frames);
      }),
    );
  });

  it.each<readonly [string, Buffer]>([
    ['of no kind', Buffer.from([9, 0, 0, 0, 1, 0, 0, 0, 0])],
    ['that is too long', Buffer.from([2, 0, 0, 0, 1, 0, 1, 0, 1])],
    ['that says nothing and has bytes', Buffer.from([1, 0, 0, 0, 1, 0, 0, 0, 1, 7])],
    ['that takes no number', Buffer.from([3, 0, 0, 0, 1, 0, 0, 0, 1, 7])],
  ])('are read no more after one %s', (_, bytes) => {
    const reader = new FrameReader();
    expect(reader.take(bytes)).toBeNull();
    expect(reader.take(frameBytes({ id: 1, kind: 'end' }))).toBeNull();
  });
});

describe('bytes on their way out', () => {
  it('leave in order, as far as there is room, and are done once all have left', () => {
    const sent: Buffer[] = [];
    const done: string[] = [];
    const out = new Outflow((bytes) => sent.push(bytes));
    const all = Buffer.alloc(WINDOW_BYTES + PAYLOAD_MAX, 1);
    out.push(all, () => done.push('first'));
    out.push(Buffer.from([2]), () => done.push('second'));
    const length = (): number => sent.reduce((sum, bytes) => sum + bytes.length, 0);
    expect([length(), out.unacknowledged, done]).toEqual([WINDOW_BYTES, WINDOW_BYTES, []]);
    out.acknowledge(PAYLOAD_MAX);
    expect([length(), done]).toEqual([all.length, ['first']]);
    out.acknowledge(1);
    expect(done).toEqual(['first', 'second']);
    expect(Buffer.concat(sent).equals(Buffer.concat([all, Buffer.from([2])]))).toBe(true);
    expect(Math.max(...sent.map((bytes) => bytes.length))).toBe(PAYLOAD_MAX);
  });
});
