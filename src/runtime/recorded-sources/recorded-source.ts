import { counted } from '../../base/counted.ts';
import { type Json } from '../../base/json.ts';

/** Values of one `defineSource`, as they came. Plain data: it goes to other threads. */
export interface RecordedSource {
  /** Path as it was given. */
  readonly path: string;
  /** Of the file's bytes. */
  readonly sha256: string;
  /** Ascending in time; those of one instant in the order of the file. */
  readonly values: readonly RecordedValue[];
}

/** A value, and when it was known. */
export interface RecordedValue {
  readonly atMs: number;
  readonly value: Json;
}

/** By the name of the source. */
export type RecordedSources = Readonly<Record<string, RecordedSource>>;

/** What playing them takes for granted, a sentence each. */
export function sourceAssumptions(sources: RecordedSources = {}): readonly string[] {
  return Object.entries(sources).map(
    ([name, { path, values, sha256 }]) =>
      `Source "${name}" is played from ${path} (${counted(values.length, 'value')}, SHA-256 ${sha256}): each value at its time, those of a date before its runs start when they start. That each was known at its time is taken from the file`,
  );
}
