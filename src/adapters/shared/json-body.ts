import { isUtf8 } from 'node:buffer';
import { fail, ok, type Result } from '../../base/result.ts';

/** Deepest nesting that is read. The platform's bodies have four levels. */
export const JSON_DEPTH_MAX = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Reads a body as JSON: UTF-8 without a byte order mark, at most 64 levels deep. The failure says what is wrong. */
export function parseJsonBody(body: Buffer): Result<unknown, string> {
  if (body.length === 0) return fail('The body is empty');
  if (!isUtf8(body)) return fail('The body is not UTF-8');
  if (!isShallow(body)) return fail(`The body nests deeper than ${String(JSON_DEPTH_MAX)} levels`);
  try {
    return ok(JSON.parse(body.toString('utf8')));
  } catch {
    // The parser's message quotes the body.
    return fail('The body is not JSON');
  }
}

/** A view of the bytes as a Buffer, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A million nested brackets would cost memory before any check of the parsed value could refuse them. */
function isShallow(body: Buffer): boolean {
  let depth = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) at = endOfString(body, at);
    else if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    if (depth > JSON_DEPTH_MAX) return false;
  }
  return true;
}

/** Index of the quote that ends the string that begins at `start`, or the length. */
function endOfString(body: Buffer, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}
