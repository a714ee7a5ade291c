import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** Deflate, no flags, no time, no system: the same bytes everywhere. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const TRAILER_BYTES = 8;
/** A longer pack is not ours, nor one that is this many times as long as its file: records of a day are packed to a tenth. */
const INFLATED_BYTES_MAX = 1024 ** 3;
const INFLATED_RATIO_MAX = 200;

/** Bytes as a gzip file. */
export function gzipped(content: Buffer): Buffer {
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(crc32(content), 0);
  trailer.writeUInt32LE(content.length % 2 ** 32, 4);
  return Buffer.concat([HEADER, deflateRawSync(content), trailer]);
}

/** What a gzip file holds; null where it is not one that `gzipped` made, whole and with nothing behind it. */
export function gunzipped(file: Buffer): Buffer | null {
  if (file.length < HEADER.length + TRAILER_BYTES) return null;
  if (!file.subarray(0, HEADER.length).equals(HEADER)) return null;
  const body = file.subarray(HEADER.length, -TRAILER_BYTES);
  const sum = file.readUInt32LE(file.length - TRAILER_BYTES);
  // What it says of its length bounds what is unpacked: a small file must not fill the memory.
  const length = file.readUInt32LE(file.length - TRAILER_BYTES / 2);
  if (length > Math.min(INFLATED_BYTES_MAX, INFLATED_RATIO_MAX * file.length)) return null;
  try {
    const content = inflateRawSync(body, { maxOutputLength: Math.max(1, length) });
    return content.length === length && crc32(content) === sum ? content : null;
  } catch {
    return null;
  }
}
