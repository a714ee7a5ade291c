import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { createScrub } from '../../adapters/shared/scrub.ts';
import { systemClock } from '../../adapters/system/machine-time.ts';
import { whyUnreadable } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { makeFolder, replaceFile } from '../../base/write-files.ts';
import { programBuild } from '../../loading/program-build.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { secretsIn } from '../../settings/secrets-in.ts';
import { type Settings } from '../../settings/settings.ts';
import { type DayEvidence, filesOfDay, PACK } from './day-files.ts';
import { evidenceFolderOf, evidenceKeyFileOf } from './evidence-place.ts';
import { evidenceKey } from './evidence-key.ts';
import { type EvidenceManifest, openEvidence, packEvidence } from './evidence-pack.ts';
import { type PackedFile } from './tar.ts';

/** Writes the signed pack of a day. Returns its path, or why there is none. Never throws. */
export async function writeEvidence(day: DayEvidence): Promise<Result<string, string>> {
  const { settings, date } = day;
  try {
    const key = evidenceKey(evidenceKeyFileOf(settings));
    if (!key.ok) return key;
    const files = await filesOfDay(day);
    if (!files.ok) return files;
    const leaky = fileWithSecret(files.value, secretsIn(settings));
    if (leaky !== null) return fail(`a secret of the configuration stands in ${leaky}`);
    const folder = evidenceFolderOf(settings);
    const kept = alreadyPacked(files.value, { folder, settings, date });
    if (kept !== null) return ok(kept);
    const { file, previous } = nextIn(folder, settings, date);
    const about: Parameters<typeof packEvidence>[1] = {
      account: settings.account,
      mode: settings.mode,
      date,
      build: programBuild(),
      createdAtMs: systemClock.nowMs(),
      previous,
    };
    const path = join(folder, file);
    makeFolder(folder, 0o700);
    replaceFile(path, packEvidence(files.value, about, key.value));
    return ok(path);
  } catch (error) {
    return fail(whyUnreadable(error));
  }
}

/** The path of the pack that has this day's journals as they are now: its process ended after it was written. Null where none has. */
function alreadyPacked(
  files: readonly PackedFile[],
  of: { readonly folder: string; readonly settings: Settings; readonly date: IstDate },
): string | null {
  const { folder, settings, date } = of;
  const last = packsIn(folder, settings).findLast((pack) => pack.date === date);
  if (last === undefined) return null;
  const path = join(folder, last.file);
  const opened = openEvidence(readFileSync(path));
  if (!opened.ok) return null;
  const { files: packed } = opened.value;
  const isSame = [PACK.journal, PACK.shadowJournal].every((name) => {
    const content = files.find((of) => of.name === name)?.content;
    const before = packed.get(name);
    return content === undefined ? before === undefined : before?.equals(content) === true;
  });
  return isSame ? path : null;
}

/** Long numbers, but for a phone's with its country: a time may happen to have the digits of a secret. */
const LONG_NUMBER = /(?<![+\d])\d{11,}/g;

/** The first file in which a secret stands in any encoding; null when none does. What is signed is not masked. */
function fileWithSecret(files: readonly PackedFile[], secrets: readonly string[]): string | null {
  const scrub = createScrub(() => secrets);
  const hasSecret = ({ content }: PackedFile): boolean => {
    const text = Buffer.from(content).toString().replaceAll(LONG_NUMBER, '');
    return scrub(text) !== text;
  };
  return files.find(hasSecret)?.name ?? null;
}

/** The name of the next pack, and the link to the one before. */
function nextIn(
  folder: string,
  settings: Pick<Settings, 'account' | 'mode'>,
  date: IstDate,
): { readonly file: string; readonly previous: EvidenceManifest['previous'] } {
  const stem = stemOf(settings);
  const before = packsIn(folder, settings);
  const last = before.at(-1);
  const parts = before.filter((pack) => pack.date === date).map(({ part }) => part);
  const part = Math.max(0, ...parts) + 1;
  const file = `${stem}.${date}${part === 1 ? '' : `.${String(part)}`}.tar.gz`;
  if (last === undefined) return { file, previous: null };
  const opened = openEvidence(readFileSync(join(folder, last.file)));
  // A link to what cannot be read would be none: its gap shows in the one after.
  if (!opened.ok) return { file, previous: { file: last.file, manifestSha256: '0'.repeat(64) } };
  return { file, previous: { file: last.file, manifestSha256: opened.value.manifestSha256 } };
}

function stemOf({ account, mode }: Pick<Settings, 'account' | 'mode'>): string {
  return `${account}.${mode}`;
}

/** The packs of an account, oldest first. */
function packsIn(
  folder: string,
  settings: Pick<Settings, 'account' | 'mode'>,
): ReturnType<typeof packsAmong> {
  return packsAmong(existsSync(folder) ? readdirSync(folder) : [], stemOf(settings));
}

function packsAmong(
  files: readonly string[],
  stem: string,
): readonly { readonly file: string; readonly date: IstDate; readonly part: number }[] {
  return files
    .flatMap((file) => {
      if (!file.startsWith(`${stem}.`)) return [];
      const found = /^(\d{4}-\d{2}-\d{2})(?:\.(\d{1,6}))?\.tar\.gz$/.exec(
        file.slice(stem.length + 1),
      );
      const [, date = '', part = '1'] = found ?? [];
      return found === null ? [] : [{ file, date, part: Number(part) }];
    })
    .sort((left, right) => left.date.localeCompare(right.date) || left.part - right.part);
}
