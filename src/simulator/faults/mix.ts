/** Spreads two numbers over 32 bits: the same two, the same result. The finisher is that of MurmurHash3. */
export function mix32(left: number, right: number): number {
  let word = left ^ Math.imul(right, 0x9e3779b1);
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return (word ^ (word >>> 16)) >>> 0;
}

/** The same for a number beyond 32 bits, such as an instant. */
export function mixInstant(left: number, atMs: number): number {
  return mix32(mix32(left, atMs | 0), Math.floor(atMs / 0x1_0000_0000));
}

/** A whole number between two bounds, both included, from 32 random bits. */
export function wholeBetween(draw: number, [min, max]: readonly [number, number]): number {
  return min + Math.floor((draw / 0x1_0000_0000) * (max - min + 1));
}

/** One of a list that is not empty, from 32 random bits. */
export function pick<Item>(draw: number, items: readonly Item[]): Item {
  return items[wholeBetween(draw, [0, items.length - 1])] as Item;
}
