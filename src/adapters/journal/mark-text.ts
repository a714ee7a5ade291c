import { sha256Hex } from '../../base/hash.ts';
import { type IstDate } from '../../model/ist.ts';

/** The last block that was durable, of which journal. */
export interface EndMark {
  /** What the chain of the journal begins with. */
  readonly root: string;
  readonly sequence: number;
  readonly hash: string;
  readonly date: IstDate;
}

/** Bytes of one mark as it is written: a sector, so that it is there or not. */
export const SLOT_BYTES = 512;
/** Bytes between the two places of a mark: no page of a disk has both. */
export const SLOT_APART_BYTES = 4096;
/** Bytes of the whole file. */
export const MARK_BYTES = 2 * SLOT_APART_BYTES;

const VERSION = 1;

/** A mark as the bytes of a slot. Of two, the one with the higher generation is the newer. */
export function slotOf(mark: EndMark, generation: number): Buffer {
  const text = JSON.stringify({ version: VERSION, generation, ...mark });
  const slot = Buffer.alloc(SLOT_BYTES, ' ');
  slot.write(`${text}\n${sha256Hex(text)}\n`);
  return slot;
}

/** Where a slot begins in the file. */
export function slotAt(generation: number): number {
  return (generation % 2) * SLOT_APART_BYTES;
}

/**
 * The newest mark in the bytes of a file; null when none can be read. A crash may tear the slot that was being written:
 * the other one then says what was durable before.
 */
export function newestMark(bytes: Buffer): EndMark | null {
  const slots = [0, SLOT_APART_BYTES].flatMap(
    (from) => slotIn(bytes.subarray(from, from + SLOT_BYTES)) ?? [],
  );
  const newest = slots.sort((one, other) => other.generation - one.generation)[0];
  return newest?.mark ?? null;
}

interface Slot {
  readonly generation: number;
  readonly mark: EndMark;
}

function slotIn(bytes: Buffer): Slot | null {
  const [text = '', checksum] = bytes.toString('utf8').split('\n');
  if (sha256Hex(text) !== checksum) return null;
  // What has its own checksum was written here; another version may say other things.
  const { version, generation, root, sequence, hash, date } = JSON.parse(text) as Slot['mark'] & {
    readonly version: number;
    readonly generation: number;
  };
  return version === VERSION ? { generation, mark: { root, sequence, hash, date } } : null;
}
