import { isPlain } from '../base/is-plain.ts';

/** What a value is, in words for people who expected another. */
export function natureOf(value: unknown): string {
  if (typeof value === 'bigint') return `${String(value)}n`;
  if (typeof value === 'function') return 'a function';
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return 'an array';
  return isPlain(value) ? 'an object' : `a ${classOf(value)}`;
}

function classOf(value: object): string {
  const { constructor } = value as { readonly constructor?: unknown };
  return typeof constructor === 'function' ? constructor.name : 'thing without a class';
}
