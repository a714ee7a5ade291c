import { mkdirSync, rmSync } from 'node:fs';
import { open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { parsedJson } from '../../base/json.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type Settings } from '../../settings/settings.ts';
import { keptSourcesFolderOf } from './evidence-place.ts';
import {
  type RanSource,
  readSourceFiles,
  type SourceFiles,
  sourceFilesOf,
} from './source-files.ts';
import { filesInTar, tarOf } from './tar.ts';

const indexSchema = z.strictObject({ path: z.string(), files: z.array(z.string()) });
const INDEX = 'index.json';

/**
 * The sources that run on a day, copied as they begin to run: a file that is saved again is not lost to the day's evidence,
 * nor is one that ran before the program was killed. One file each, named by its hash.
 */
export class KeptSources {
  readonly #root: string;
  readonly #date: IstDate;
  #kept: Promise<void> = Promise.resolve();

  constructor(settings: Pick<Settings, 'stateDirectory' | 'account' | 'mode'>, date: IstDate) {
    const { account, mode } = settings;
    this.#root = join(keptSourcesFolderOf(settings), `${account}.${mode}`);
    this.#date = date;
  }

  /**
   * Keeps a source that is about to run, or runs since a moment. Resolves once it is on the disk, or cannot be: its decisions
   * are then reported as not replayable. Never rejects.
   */
  keep(source: RanSource): Promise<void> {
    this.#kept = this.#kept.then(() => this.#keep(source)).catch(() => undefined);
    return this.#kept;
  }

  /** What was kept under a hash; null where nothing is. */
  async find(sourceHash: string): Promise<SourceFiles | null> {
    await this.#kept;
    return this.#read(sourceHash);
  }

  /** Removes what days up to this one have kept: it is in their packs. Never rejects. */
  async drop(): Promise<void> {
    try {
      const dates = await readdir(this.#root);
      for (const date of dates.filter((one) => one <= this.#date)) {
        rmSync(join(this.#root, date), { recursive: true, force: true });
      }
    } catch {
      // Nothing was kept, or it stays where it is: some kilobytes.
    }
  }

  async #read(sourceHash: string): Promise<SourceFiles | null> {
    try {
      const source = filesIn(await readFile(this.#fileOf(sourceHash)));
      return source?.sourceHash === sourceHash ? source : null;
    } catch {
      return null;
    }
  }

  async #keep({ path, imports, sourceHash }: RanSource): Promise<void> {
    if ((await this.#read(sourceHash)) !== null) return;
    const source = await readSourceFiles({ path, ...(imports === undefined ? {} : { imports }) });
    // It was saved again since: it is not what runs.
    if (source.sourceHash !== sourceHash) return;
    mkdirSync(join(this.#root, this.#date), { recursive: true, mode: 0o700 });
    await writeWhole(this.#fileOf(sourceHash), tarOf(entriesOf(source)));
  }

  #fileOf(sourceHash: string): string {
    return join(this.#root, this.#date, `${sourceHash}.tar`);
  }
}

function entriesOf({ path, files }: SourceFiles) {
  const index = JSON.stringify({ path, files: [...files.keys()] });
  const contents = [...files.values()].map((content, place) => ({ name: String(place), content }));
  return [{ name: INDEX, content: Buffer.from(index) }, ...contents];
}

function filesIn(tar: Buffer): SourceFiles | null {
  const [first, ...contents] = filesInTar(tar) ?? [];
  const index = indexSchema.safeParse(parsedJson(Buffer.from(first?.content ?? []).toString()));
  if (!index.success) return null;
  const { path, files } = index.data;
  const read = files.map((file, place) => {
    return [file, Buffer.from(contents[place]?.content ?? [])] as const;
  });
  return sourceFilesOf(path, new Map(read));
}

async function writeWhole(path: string, content: Buffer): Promise<void> {
  const part = `${path}.part`;
  const file = await open(part, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, path);
}
