import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { problem, type Problem } from '../../../base/problem.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';

/** A file or folder that a command reads. */
export interface ReadPath {
  readonly path: string;
  readonly what: string;
}

/** Where an option says that something goes; nowhere where it is not given. */
export interface Output {
  readonly option: string;
  readonly path: string | undefined;
  /** Of a folder: the files that go into it. */
  readonly holds?: readonly string[];
}

/**
 * Looks whether what a command writes would take the place of what it reads, or of something else that it writes. Links,
 * and names in another case where the disk takes them for the same, are the file that they stand for.
 *
 * @throws {CliFailure} when it would
 */
export function refuseOverwriting(
  { workingDirectory }: Pick<CliContext, 'workingDirectory'>,
  sources: readonly ReadPath[],
  outputs: readonly Output[],
): void {
  const files = outputs.flatMap((output) => filesOf(output, workingDirectory));
  if (files.length === 0) return;
  const read = sources.map(({ path, what }) => ({
    what,
    place: placeOfFile(resolve(workingDirectory, path)),
  }));
  const onSources = files.flatMap(({ option, shown, places }) => {
    const taken = read.find(({ place }) => place !== null && places.includes(place));
    if (taken === undefined) return [];
    return [refusal(option, shown, `What ${option} writes would take the place of ${taken.what}`)];
  });
  const onOutputs = files.flatMap((file, index) => {
    const taken = files.slice(0, index).find((other) => isSameOrWithin(file, other));
    if (taken === undefined) return [];
    return [refusal(file.option, file.shown, `${taken.option} and ${file.option} are one file`)];
  });
  const refused = [...onSources, ...onOutputs];
  const firsts = refused.filter(
    ({ message }, index) => refused.findIndex((other) => other.message === message) === index,
  );
  if (firsts.length > 0) throw new CliFailure('usage', firsts);
}

interface OutputFile {
  readonly option: string;
  readonly shown: string;
  readonly places: readonly (string | null)[];
}

function filesOf({ option, path, holds }: Output, directory: string): readonly OutputFile[] {
  if (path === undefined) return [];
  const shown = holds === undefined ? [path] : holds.map((name) => join(path, name));
  return shown.map((name) => ({ option, shown: name, places: placesOf(resolve(directory, name)) }));
}

function isSameOrWithin(one: OutputFile, other: OutputFile): boolean {
  const [ofOne] = one.places;
  const [ofOther] = other.places;
  if (typeof ofOne !== 'string' || typeof ofOther !== 'string') return false;
  return one.places.includes(ofOther) || other.places.includes(ofOne);
}

function placesOf(path: string): readonly (string | null)[] {
  const parent = dirname(path);
  return parent === path ? [placeOfFile(path)] : [placeOfFile(path), ...placesOf(parent)];
}

function refusal(option: string, file: string, message: string): Problem {
  return problem(message, { file, next: `Name another file or folder with ${option}` });
}

/**
 * Which file a path stands for, or would: equal for links, and for names in another case where the disk takes them for
 * the same. Null for what nothing can take the place of, such as a terminal.
 */
export function placeOfFile(path: string): string | null {
  try {
    const there = statSync(path, { throwIfNoEntry: false, bigint: true });
    if (there === undefined) return realPathOf(path);
    if (!there.isFile() && !there.isDirectory()) return null;
    return `${String(there.dev)}:${String(there.ino)}`;
  } catch {
    return path;
  }
}

function realPathOf(path: string): string {
  const parent = dirname(path);
  try {
    return realpathSync.native(path);
  } catch {
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}
