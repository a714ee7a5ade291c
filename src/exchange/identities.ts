import { sha256Hex } from '../base/hash.ts';

/** A version 4 uuid made from a text: the same text, the same uuid. */
export function uuidOf(text: string): string {
  const hex = sha256Hex(text);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** A 24-digit hexadecimal identifier made from a text. */
export function objectIdOf(text: string): string {
  return sha256Hex(text).slice(0, 24);
}
