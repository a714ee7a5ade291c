import { readFile } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { fail, ok, type Result } from '../../base/result.ts';
import { hashOfSources, type LoadedStrategy } from '../../loading/load-strategy.ts';
import { fitsInTar, type PackedFile } from './tar.ts';

/** A source that ran, and what it imports. */
export type RanSource = Pick<LoadedStrategy, 'path' | 'imports' | 'sourceHash'>;

/** The sources of a day. */
export interface PackedDaySources {
  /** As they ran last. */
  readonly strategies: readonly RanSource[];
  /** What was kept of a source as it began to run, by its hash; null where nothing was. */
  readonly keptSource: (sourceHash: string) => Promise<SourceFiles | null>;
}

/** The files of a strategy, as they were read. */
export interface SourceFiles {
  /** Of the strategy's own file, absolute. */
  readonly path: string;
  /** Of these very files. */
  readonly sourceHash: string;
  /** By absolute path: its own first, then what it imports. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** A strategy's file in the pack, with those that it imports. */
export interface PackedSource {
  /** Where it was, as the journal names it. */
  readonly path: string;
  readonly file: string;
  readonly sourceHash: string;
}

/** Strategies as a pack has them. */
export interface PackedSources {
  readonly packed: readonly PackedSource[];
  readonly files: readonly PackedFile[];
}

const SOURCES_MAX = 2_000;
const SOURCE_BYTES_MAX = 32 * 1024 * 1024;

/** Reads a strategy's files as they are now: its hash says whether they are still those that ran. @throws what reading throws */
export async function readSourceFiles({
  path,
  imports = [],
}: Pick<RanSource, 'path' | 'imports'>): Promise<SourceFiles> {
  const files = new Map<string, Buffer>();
  for (const file of [path, ...imports.map((url) => fileURLToPath(url))]) {
    files.set(file, await readFile(file));
  }
  return sourceFilesOf(path, files);
}

/** The same of files that are read already. */
export function sourceFilesOf(path: string, files: ReadonlyMap<string, Buffer>): SourceFiles {
  const [own, ...imported] = files.values();
  const [, ...paths] = files.keys();
  const imports = imported.map((content, place) => ({ path: paths[place] ?? '', content }));
  return { path, sourceHash: hashOfSources(path, own?.toString('utf8') ?? '', imports), files };
}

/** Lays files out as they were from the folder that they have in common: a hash of sources covers how they name each other. */
export function layOut(
  sources: readonly SourceFiles[],
  folder: string,
): Result<PackedSources, string> {
  const contents = new Map(sources.flatMap(({ files }) => [...files]));
  if (contents.size > SOURCES_MAX) {
    return fail(`the strategies import ${String(contents.size)} files`);
  }
  const root = commonFolder([...contents.keys()]);
  const nameOf = (path: string): string => `${folder}/${relative(root, path).replaceAll(sep, '/')}`;
  const files = [...contents]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, content]) => ({ name: nameOf(path), content }));
  const tooLong = files.find(({ name }) => !fitsInTar(name));
  if (tooLong !== undefined) return fail(`the path of "${tooLong.name}" is too long`);
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes > SOURCE_BYTES_MAX) return fail('the files of the strategies are too large');
  const packed = sources.map(({ path, sourceHash }) => ({ path, file: nameOf(path), sourceHash }));
  return ok({ packed, files });
}

function commonFolder(paths: readonly string[]): string {
  const [first = sep, ...rest] = paths.map((path) => dirname(path));
  let common = first;
  for (const folder of rest) {
    while (folder !== common && !folder.startsWith(common.endsWith(sep) ? common : common + sep)) {
      common = dirname(common);
    }
  }
  return common;
}
