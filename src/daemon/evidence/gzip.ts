import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** Deflate, no flags, no time, no system: the same bytes everywhere. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const TRAILER_BYTES = 8;
/** A longer pack is not ours. */
const INFLATED_BYTES_MAX = 1024 ** 3;

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
  try {
    const content = inflateRawSync(body, { maxOutputLength: INFLATED_BYTES_MAX });
    return gzipped(content).subarray(-TRAILER_BYTES).equals(file.subarray(-TRAILER_BYTES))
      ? content
      : null;
  } catch {
    return null;
  }
}
