import { readFile } from 'node:fs/promises';

import { InstantReader } from '../model/time/instant.ts';
import { counted } from '../base/counted.ts';
import { sha256Hex } from '../base/hash.ts';
import { isRecord, type Json, parsedJson } from '../base/json.ts';
import { type Checked, problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { IST_OFFSET_MS } from '../model/time/ist.ts';
import { unreadableFile } from './unreadable-file.ts';

/** Values of one `defineSource`, as they came. Plain data: it goes to other threads. */
export interface RecordedSource {
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

/** Bad lines that are listed; the others are counted. */
const LINES_TOLD = 20;
const ALLOWED =
  'an object with "time" and "value", such as {"time":"2024-03-01T09:20:00+05:30","value":true}';
const TIMES =
  'a date and time such as 2024-03-01T09:20:00+05:30, of IST where it names no zone, or epoch milliseconds';
const PARTS = /\.\d{3}\d*[1-9]/;
/** 2001: less is seconds, or no time at all. */
const EPOCH_MS_MIN = 1e12;

/** Reads a file of JSON Lines. Reports every bad line with its number; one refuses the file. */
export async function readRecordedSource(path: string): Promise<Checked<RecordedSource>> {
  try {
    const bytes = await readFile(path);
    const values = valuesIn(bytes.toString('utf8'), path);
    return values.ok ? ok({ path, sha256: sha256Hex(bytes), values: values.value }) : values;
  } catch (error) {
    return fail([unreadableFile('Cannot read the recorded source', path, error)]);
  }
}

/** The values of a text, ascending in time. */
export function valuesIn(text: string, file: string): Checked<readonly RecordedValue[]> {
  const values: RecordedValue[] = [];
  const problems: Problem[] = [];
  const instants = new InstantReader(IST_OFFSET_MS);
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const read = valueOf(line, instants);
    if (read.ok) values.push(read.value);
    else problems.push({ ...read.error, file, line: index + 1 });
  }
  if (values.length === 0 && problems.length === 0) {
    const parts = { file, found: 'no line', allowed: ALLOWED };
    problems.push(problem('Recorded source is empty', parts));
  }
  if (problems.length > 0) return fail(told(problems, file));
  return ok(values.sort((one, other) => one.atMs - other.atMs));
}

function valueOf(line: string, instants: InstantReader): Result<RecordedValue, Problem> {
  const refuse = (what: string, found: string, allowed: string): Result<never, Problem> =>
    fail(problem(what, { found: found.slice(0, 80), allowed }));
  const row = parsedJson(line);
  if (!isRecord(row)) return refuse('Line is no JSON object', line.trim(), ALLOWED);
  const { time, value } = row as { readonly time?: Json; readonly value?: Json };
  if (time === undefined || value === undefined) {
    const lacks = time === undefined ? 'time' : 'value';
    return refuse(`Line lacks "${lacks}"`, line.trim(), ALLOWED);
  }
  const atMs = instantOf(time, instants);
  if (Number.isNaN(atMs)) return refuse('Time cannot be read', JSON.stringify(time), TIMES);
  return ok({ atMs, value });
}

function instantOf(time: Json, instants: InstantReader): number {
  // Parts of a millisecond are rounded up: no value comes before its time.
  if (typeof time === 'string') return instants.read(time) + (PARTS.test(time) ? 1 : 0);
  return typeof time === 'number' && Number.isSafeInteger(time) && time >= EPOCH_MS_MIN
    ? time
    : NaN;
}

function told(problems: readonly Problem[], file: string): readonly Problem[] {
  const more = problems.length - LINES_TOLD;
  const left = more > 0 ? [problem(`And ${String(more)} more lines cannot be read`, { file })] : [];
  return [...problems.slice(0, LINES_TOLD), ...left];
}
