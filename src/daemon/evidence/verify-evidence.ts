import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { whyUnreadable } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { programBuild } from '../../loading/program-build.ts';
import { commandsIn, entriesFrom, lines, PACK } from './day-files.ts';
import { type EvidencePack, openEvidence } from './evidence-pack.ts';
import { type ReplayedPack, replayPack } from './replay-pack.ts';

/** What a verification found. */
export interface VerifiedEvidence {
  readonly account: string;
  readonly mode: string;
  readonly date: string;
  readonly build: string;
  readonly publicKey: string;
  /** Whether the key is the one that was expected; null where none was. */
  readonly isOwnKey: boolean | null;
  readonly files: number;
  /** Null where nothing was replayed; a problem or a warning says why. */
  readonly replayed: ReplayedPack | null;
  /** What is wrong. */
  readonly problems: readonly string[];
  /** What could not be checked. */
  readonly warnings: readonly string[];
}

/** How a pack is verified. */
export interface VerifyOptions {
  readonly path: string;
  /** The public key that signs the account's packs; null where that is not known. */
  readonly publicKey: string | null;
}

/**
 * Checks signature, hashes and the link to the pack before, then replays the day with its packed sources. Code of a pack
 * that another key signed is never run.
 */
export async function verifyEvidence({
  path,
  publicKey,
}: VerifyOptions): Promise<Result<VerifiedEvidence, string>> {
  const opened = openedAt(path);
  if (!opened.ok) return opened;
  const pack = opened.value;
  const { manifest } = pack;
  const isOwnKey = publicKey === null ? null : manifest.publicKey === publicKey;
  const { problems, warnings } = checkRecord(path, pack, isOwnKey);
  const replayed = await replayPack(pack, { mayRunCode: isOwnKey === true });
  if (replayed.ok) problems.push(...replayed.value.differences);
  else warnings.push(replayed.error);
  const { account, mode, date, build } = manifest;
  return ok({
    ...{ account, mode, date, build, publicKey: manifest.publicKey, isOwnKey },
    ...{ files: pack.files.size, problems, warnings },
    replayed: replayed.ok ? replayed.value : null,
  });
}

/** What is to be said of a pack without replaying it. */
function checkRecord(
  path: string,
  pack: EvidencePack,
  isOwnKey: boolean | null,
): { readonly problems: string[]; readonly warnings: string[] } {
  const problems: string[] = [];
  const warnings: string[] = [];
  if (isOwnKey === false) problems.push(OTHER_KEY);
  if (isOwnKey === null) warnings.push(NO_KEY);
  const link = checkLink(path, pack);
  if (link !== null) (link.isBroken ? problems : warnings).push(link.detail);
  const { build } = pack.manifest;
  const own = programBuild();
  if (build !== own) warnings.push(`It was traded by build ${build}, and is replayed by ${own}`);
  return { problems: [...problems, ...wrongCommands(pack)], warnings };
}

const OTHER_KEY =
  'It is signed with another key than this account signs with: whoever has that key made it';
const NO_KEY =
  'Whose key signed it is not known: compare it with what "sauda evidence key" printed there';

function openedAt(path: string): Result<EvidencePack, string> {
  try {
    return openEvidence(readFileSync(path));
  } catch (error) {
    return fail(whyUnreadable(error));
  }
}

/** Null where there is nothing to say of it. */
function checkLink(
  path: string,
  { manifest: { previous, account, mode, publicKey } }: EvidencePack,
): { readonly isBroken: boolean; readonly detail: string } | null {
  if (previous === null) return null;
  const { file, manifestSha256 } = previous;
  const before = join(dirname(path), basename(file));
  if (!existsSync(before)) {
    return {
      isBroken: false,
      detail: `The pack before it, ${file}, is not beside it: the chain is not checked`,
    };
  }
  const opened = openedAt(before);
  if (!opened.ok) return { isBroken: true, detail: `The pack before it, ${file}: ${opened.error}` };
  const { manifest, manifestSha256: found } = opened.value;
  if (found !== manifestSha256 || manifest.account !== account || manifest.mode !== mode) {
    return {
      isBroken: true,
      detail: `The pack before it, ${file}, is another one than it was signed after`,
    };
  }
  if (manifest.publicKey === publicKey) return null;
  return { isBroken: false, detail: `The pack before it, ${file}, is signed with another key` };
}

/** Files of commands that are not what their journals say. */
function wrongCommands({ files }: EvidencePack): readonly string[] {
  const pairs: (readonly [string, string])[] = [[PACK.commands, PACK.journal]];
  if (files.has(PACK.shadowJournal) || files.has(PACK.shadowCommands)) {
    pairs.push([PACK.shadowCommands, PACK.shadowJournal]);
  }
  return pairs
    .filter(([commands, journal]) => !areCommandsOf(files.get(journal), files.get(commands)))
    .map(([commands, journal]) => `${commands} is not what ${journal} says`);
}

function areCommandsOf(journal: Buffer | undefined, commands: Buffer | undefined): boolean {
  if (journal === undefined || commands === undefined) return false;
  try {
    const again = lines(PACK.commands, commandsIn(entriesFrom(journal.toString())));
    return commands.equals(Buffer.from(again.content));
  } catch {
    return false;
  }
}
