import { hash } from 'node:crypto';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** SHA-256 of bytes or a UTF-8 text, in lower-case hexadecimal (64 characters). */
export function sha256Hex(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}

/** SHA-256 of a UTF-8 text in base64 with padding, as a content security policy names it (44 characters). */
export function sha256Base64(text: string): string {
  return hash('sha256', text, 'base64');
}

/** SHA-256 of a UTF-8 text in lower-case base32 (RFC 4648 alphabet, no padding), cut to `length` characters (1 to 51). */
export function sha256Base32(text: string, length: number): string {
  // A character a byte: a buffer would take longer to make than the hash.
  const bytes = hash('sha256', text, 'latin1');
  let bits = 0;
  let held = 0;
  let out = '';
  for (let at = 0; out.length < length; at += 1) {
    held = ((held << 8) | bytes.charCodeAt(at)) & 0xffff;
    bits += 8;
    for (; bits >= 5 && out.length < length; out += BASE32.charAt((held >>> bits) & 31)) bits -= 5;
  }
  return out;
}
