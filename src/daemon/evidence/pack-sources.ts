import { fail, ok, type Result } from '../../base/result.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import {
  type PackedDaySources,
  layOut,
  type PackedSource,
  type PackedSources,
  readSourceFiles,
  type SourceFiles,
} from './source-files.ts';
import { type PackedFile } from './tar.ts';

/** Folders of sources in a pack: those that ran last, and those that another one took over from. */
export const SOURCE_FOLDERS = { last: 'sources', earlier: 'earlier-sources' } as const;

const EARLIER_BYTES_MAX = 128 * 1024 * 1024;

/**
 * Every source that ran on a day: what its strategies are now together, as they import from each other, and each that ran
 * before in a folder of its own.
 */
export async function packSources(
  entries: readonly JournalEntry[],
  { strategies, keptSource }: PackedDaySources,
): Promise<Result<PackedSources, string>> {
  const last: SourceFiles[] = [];
  for (const strategy of strategies) last.push(await readSourceFiles(strategy));
  const laid = layOut(last, SOURCE_FOLDERS.last);
  if (!laid.ok) return laid;
  const { packed, files } = laid.value;
  const there = new Set(packed.map(named));
  const missing = [...describedIn(entries), ...strategies].filter((one) => !there.has(named(one)));
  const earlier = await earlierSources(missing, keptSource);
  if (!earlier.ok) return earlier;
  return ok({
    packed: [...packed, ...earlier.value.packed],
    files: [...files, ...earlier.value.files],
  });
}

async function earlierSources(
  missing: readonly Pick<PackedSource, 'path' | 'sourceHash'>[],
  keptSource: PackedDaySources['keptSource'],
): Promise<Result<PackedSources, string>> {
  const packed: PackedSource[] = [];
  const files: PackedFile[] = [];
  for (const { sourceHash, path } of distinct(missing)) {
    const kept = await keptSource(sourceHash);
    // Its stretch of the day is reported by whoever verifies the pack.
    if (kept?.path !== path) continue;
    const laid = layOut([kept], `${SOURCE_FOLDERS.earlier}/${sourceHash}`);
    if (!laid.ok) return laid;
    packed.push(...laid.value.packed);
    files.push(...laid.value.files);
  }
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  return bytes > EARLIER_BYTES_MAX
    ? fail('the sources that ran earlier in the day are too large')
    : ok({ packed, files });
}

function describedIn(entries: readonly JournalEntry[]) {
  return entries.flatMap((entry) => (entry.kind === 'run-described' ? [entry.about] : []));
}

function distinct<Source extends Pick<PackedSource, 'path' | 'sourceHash'>>(
  sources: readonly Source[],
): Iterable<Source> {
  return new Map(sources.map((one) => [named(one), one])).values();
}

/** One source of one file. */
export function named({ path, sourceHash }: Pick<PackedSource, 'path' | 'sourceHash'>): string {
  return `${sourceHash} ${path}`;
}
