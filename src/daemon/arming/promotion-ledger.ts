import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { z } from 'zod';

import { sha256Hex } from '../../base/hash.ts';
import { parsedJson, stableJson } from '../../base/json.ts';
import { makeFolder, replaceFile } from '../../base/write-files.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type Settings } from '../../settings/settings.ts';
import { type ArmedStrategy } from './arming-file.ts';

const paperDaySchema = z.object({
  date: z.string(),
  name: z.string(),
  sourceHash: z.string(),
  paramsHash: z.string(),
  /** SHA-256 of the hosts: days against another platform do not count. */
  platform: z.string(),
  /** Why the day does not count, for people; null where it does. */
  why: z.string().nullable(),
});

const ledgerSchema = z.object({ schemaVersion: z.literal(1), days: z.array(paperDaySchema) });

/** One paper day of one strategy. */
export type ProvenDay = z.infer<typeof paperDaySchema>;

/** Days of strategies that are kept, the latest: a year of sixteen of them. */
const DAYS_KEPT = 4_000;

/** Where the paper days of an account are. A rehearsal has a ledger of its own: it proves nothing of the platform. */
export function ledgerPathOf({
  stateDirectory,
  account,
  venue,
}: Pick<Settings, 'stateDirectory' | 'account' | 'venue'>): string {
  const isRehearsal = venue.kind === 'platform' && venue.isRehearsal === true;
  const name = `${account}${isRehearsal ? '.rehearsal' : ''}.paper-days.json`;
  return join(stateDirectory, name);
}

/** Names the platform of an account; a rehearsal's ports change with each simulator. */
export function platformHash({ venue }: Pick<Settings, 'venue'>): string {
  if (venue.kind !== 'platform') return 'simulator';
  return venue.isRehearsal === true ? 'rehearsal' : sha256Hex(stableJson({ ...venue.hosts }));
}

/** The paper days of an account in a small file. One that cannot be read has none, so nothing is promoted by it. */
export class PromotionLedger {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  days(): readonly ProvenDay[] {
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch {
      return [];
    }
    const parsed = ledgerSchema.safeParse(parsedJson(text));
    return parsed.success ? parsed.data.days : [];
  }

  /**
   * Records days, each in place of what the same date said of the same run before.
   *
   * @throws what the file system says, when there is no room
   */
  record(days: readonly ProvenDay[]): void {
    const isAgain = (of: ProvenDay): boolean =>
      days.some(({ date, name }) => date === of.date && name === of.name);
    const all = [...this.days().filter((of) => !isAgain(of)), ...days].slice(-DAYS_KEPT);
    makeFolder(dirname(this.#path), 0o700);
    replaceFile(this.#path, JSON.stringify({ schemaVersion: 1, days: all }));
  }

  /** Dates before `date` on which exactly this code with these parameters had a clean paper day on the platform. */
  cleanDates(
    strategy: ArmedStrategy,
    { platform, date }: { readonly platform: string; readonly date: IstDate },
  ): readonly IstDate[] {
    const dates = this.days()
      .filter((day) => day.platform === platform && day.why === null && day.date < date)
      .filter(({ sourceHash, paramsHash }) => {
        return sourceHash === strategy.sourceHash && paramsHash === strategy.paramsHash;
      })
      .map((day) => day.date);
    return [...new Set(dates)].toSorted();
  }
}
