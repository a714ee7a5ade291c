import { type Json } from '../base/json.ts';
import { isSameJson } from '../base/same-json.ts';
import { isRecord } from './shape.ts';

/** A part of two values of JSON that is not the same in both. `undefined` where there is none. */
export interface DifferingPath {
  /** `legs[0].strike`; empty for the values themselves. */
  readonly path: string;
  readonly one: Json | undefined;
  readonly other: Json | undefined;
}

/** The smallest parts in which two values of JSON differ. */
export function differingPaths(
  one: Json | undefined,
  other: Json | undefined,
  path = '',
): readonly DifferingPath[] {
  if (isSameJson(one, other)) return [];
  if (Array.isArray(one) && Array.isArray(other)) {
    const longer: readonly unknown[] = one.length > other.length ? one : other;
    return longer.flatMap((_, index) =>
      differingPaths(one[index] as Json, other[index] as Json, `${path}[${String(index)}]`),
    );
  }
  if (isRecord(one) && isRecord(other)) {
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
      differingPaths(one[key], other[key], path === '' ? key : `${path}.${key}`),
    );
  }
  return [{ path, one, other }];
}
