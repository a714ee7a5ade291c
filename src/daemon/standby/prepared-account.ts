import { culpritsIn } from '../../adapters/system/culprit-file.ts';
import { sha256Hex } from '../../base/hash.ts';
import { stableJson } from '../../base/json.ts';
import { controlPathOf } from '../../day/journal/open-day-journal.ts';
import { hashOnDisk } from '../../loading/source-on-disk.ts';
import { plain } from '../../loading/planned-run.ts';
import { secretsIn } from '../../settings/secrets-in.ts';
import { type Settings } from '../../settings/settings.ts';
import { type LoadedDay } from '../days/run-daemon-options.ts';
import { type PreparedDay } from './prepared-day.ts';

/** What a day was prepared from. */
export interface PreparedFrom {
  readonly settings: Settings;
  readonly loaded: LoadedDay;
  readonly journalPath: string;
}

/** A prepared day, and what it was made of. */
export class PreparedAccount {
  readonly day: PreparedDay;
  readonly #from: PreparedFrom;
  readonly #stand: string;
  #isTaken = false;

  constructor(day: PreparedDay, from: PreparedFrom) {
    this.day = day;
    this.#from = from;
    this.#stand = standOf(from);
  }

  /** Whether a day that begins now under these settings would be made of the same: configuration, sources and quarantine. */
  isOf(settings: Settings): boolean {
    const { strategies } = this.#from.loaded;
    const areAsLoaded = strategies.every((loaded) => hashOnDisk(loaded) === loaded.sourceHash);
    return areAsLoaded && standOf({ ...this.#from, settings }) === this.#stand;
  }

  /** Its strategies as they were loaded. Whoever takes them ends the process that did. */
  take(): LoadedDay {
    this.#isTaken = true;
    return this.#from.loaded;
  }

  /** Ends what is left of it. */
  async drop(): Promise<void> {
    await this.day.drop();
    if (!this.#isTaken) this.#from.loaded.handedOver?.close();
  }
}

/** All that a prepared day follows from, besides the journal, as text. */
function standOf({ settings, journalPath }: PreparedFrom): string {
  return stableJson({
    settings: plain(settings),
    // In the settings they are masked.
    secrets: sha256Hex(stableJson(secretsIn(settings))),
    culprits: plain(culpritsIn(controlPathOf(journalPath))),
  });
}
