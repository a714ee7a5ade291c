import { statSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { wait } from '../../adapters/system/machine-time.ts';
import { type PlannedRun } from '../../loading/planned-run.ts';

/** Whose files are watched. */
export interface SavedFilesOptions {
  /** The runs, each with the source that runs now. */
  readonly planned: () => readonly Pick<PlannedRun, 'header' | 'loaded'>[];
  /** A file of a run was saved, and has stayed as it is since the last look. */
  readonly onSaved: (runId: string) => void;
  /** Called after each look. */
  readonly onLook: () => void;
  /** Waits real milliseconds. @default the machine's */
  readonly wait?: (forMs: number, signal: AbortSignal) => Promise<void>;
}

const LOOK_EVERY_MS = 1_000;

/**
 * Looks about once a second whether the files of runs were saved: their own, and those that they import, packages aside.
 * Looking is what works on every file system, and with every way in which editors save.
 *
 * Of each file: known (as at the last report), or changed (it is reported once it stays the same over a look).
 */
export class SavedFiles {
  readonly #options: SavedFilesOptions;
  readonly #known = new Map<string, string>();
  readonly #changed = new Map<string, string>();
  readonly #ended = new AbortController();

  constructor(options: SavedFilesOptions) {
    this.#options = options;
  }

  begin(): void {
    this.look();
    void this.#loop();
  }

  end(): void {
    this.#ended.abort();
  }

  /** Looks at every file once. */
  look(): void {
    const stamps = new Map<string, boolean>();
    for (const { header, loaded } of this.#options.planned()) {
      const isSaved = filesOf(loaded).filter((file) => {
        const settled = stamps.get(file) ?? this.#hasSettled(file);
        stamps.set(file, settled);
        return settled;
      });
      if (isSaved.length > 0) this.#options.onSaved(header.runId);
    }
    this.#options.onLook();
  }

  async #loop(): Promise<void> {
    const { signal } = this.#ended;
    const pause = this.#options.wait ?? wait;
    for (;;) {
      await pause(LOOK_EVERY_MS, signal);
      if (signal.aborted) return;
      this.look();
    }
  }

  #hasSettled(file: string): boolean {
    const stamp = stampOf(file);
    const known = this.#known.get(file);
    if (known === undefined) this.#known.set(file, stamp);
    if (known === undefined || known === stamp) {
      this.#changed.delete(file);
      return false;
    }
    if (this.#changed.get(file) !== stamp) {
      this.#changed.set(file, stamp);
      return false;
    }
    this.#changed.delete(file);
    this.#known.set(file, stamp);
    return true;
  }
}

function filesOf({ path, imports = [] }: PlannedRun['loaded']): readonly string[] {
  const own = imports.map((url) => fileURLToPath(url));
  return [path, ...own.filter((file) => !file.includes(`${sep}node_modules${sep}`))];
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? 'gone' : `${String(found.mtimeMs)} ${String(found.size)}`;
}
