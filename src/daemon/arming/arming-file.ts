import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { z } from 'zod';

import { sha256Hex } from '../../base/hash.ts';
import { parsedJson, stableJson } from '../../base/json.ts';
import { makeFolder, replaceFile } from '../../base/write-files.ts';
import { controlPathOf } from '../../day/journal/open-day-journal.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { nameRuns, plain } from '../../loading/planned-run.ts';
import { type Settings } from '../../settings/settings.ts';

/** A strategy's code and parameters. */
export const strategySchema = z.strictObject({
  /** Of its run: `straddle`, and `straddle#2` for the second. */
  name: z.string(),
  sourceHash: z.string(),
  paramsHash: z.string(),
});

/** As an arming holds it: with the broker connection, whose id the platform gave. */
export const armedRunSchema = strategySchema.extend({ brokerId: z.string() });

const armingSchema = z.strictObject({
  schemaVersion: z.literal(1),
  account: z.string(),
  date: z.string(),
  /** When it expires, epoch milliseconds of the day's clock: at most the last close. */
  untilMs: z.int(),
  /** What is armed: exactly this code with these parameters, through these broker connections. */
  strategies: z.array(armedRunSchema),
  isWithoutPromotion: z.boolean(),
  reason: z.string(),
  /** Who typed it. */
  by: z.string(),
  atMs: z.int(),
});

/** That a live account may enter, on one day, until a time, with certain code. */
export type Arming = z.infer<typeof armingSchema>;

/** A strategy as it is armed and promoted: its code and its parameters. Hashes are SHA-256, hexadecimal. */
export type ArmedStrategy = z.infer<typeof strategySchema>;

/** A strategy as it is armed: its orders go to this broker connection and no other. */
export type ArmedRun = z.infer<typeof armedRunSchema>;

/** The code of an account's strategies, by the names of their runs. */
export function armedStrategies(strategies: readonly LoadedStrategy[]): readonly ArmedStrategy[] {
  const names = nameRuns(strategies);
  return strategies.map((loaded, place) => armedAs(loaded, names[place]));
}

/** The strategies of an account as they are armed; the broker is the account's own where a strategy names none. */
export function armedRuns(
  strategies: readonly LoadedStrategy[],
  { venue }: Pick<Settings, 'venue'>,
): readonly ArmedRun[] {
  const names = nameRuns(strategies);
  return strategies.map((loaded, place) => {
    const brokerId = loaded.broker?.brokerId ?? venue.brokerId ?? '';
    return { ...armedAs(loaded, names[place]), brokerId };
  });
}

/** One that is called something beside others keeps that name where it stands without them. */
function armedAs(
  { sourceHash, params, strategy, runName }: LoadedStrategy,
  name = strategy.name,
): ArmedStrategy {
  const paramsHash = sha256Hex(stableJson(plain(params)));
  return { name: runName ?? name, sourceHash, paramsHash };
}

/** Whether two are the same code with the same parameters. */
export function isSameStrategy(one: ArmedStrategy, other: ArmedStrategy): boolean {
  const { sourceHash, paramsHash, name } = one;
  return name === other.name && sourceHash === other.sourceHash && paramsHash === other.paramsHash;
}

/** Where the arming of a journal's account is: beside its requests, for its owner alone. */
export function armingPathOf(journalPath: string): string {
  return join(controlPathOf(journalPath), 'arming.json');
}

/** The arming that is left there; null where none is, or where it is not a file that only its owner can read. */
export function readArming(path: string): Arming | null {
  try {
    const found = lstatSync(path);
    if (!found.isFile() || (found.mode & 0o077) !== 0) return null;
    const parsed = armingSchema.safeParse(parsedJson(readFileSync(path, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Leaves an arming, in place of an earlier one.
 *
 * @throws what the file system says, when there is no room
 */
export function writeArming(path: string, arming: Arming): void {
  makeFolder(dirname(path), 0o700);
  replaceFile(path, JSON.stringify(arming));
}

/**
 * Takes the arming away. Whether there was one.
 *
 * @throws what the file system says
 */
export function removeArming(path: string): boolean {
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  rmSync(path, { force: true });
  return isThere;
}
