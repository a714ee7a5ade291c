import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { isRecord, type Json, parsedJson } from '../../base/json.ts';
import { replaceFile } from '../../base/write-files.ts';
import { istDate } from '../../model/time/ist.ts';
import { hashOfSources } from '../load-strategy.ts';
import { programBuild } from '../program-build.ts';
import { type DescribedStrategy } from './described-strategy.ts';
import { isDescribed } from './module-reader-lines.ts';

/** Where descriptions are kept, and what day it is. */
export interface KeptDescriptionsOptions {
  /** Absolute. Its folder need not be there; then nothing is kept. */
  readonly file: string;
  /** The machine's clock, epoch milliseconds. */
  readonly nowMs: () => number;
}

/**
 * What this program's modules were found to be earlier on the same day. A program that starts again in the middle of a day then knows
 * its strategies at once, while the process that runs them still starts. A description counts only for the very source that it is of, with
 * the same parameters and build; and only on its day, since defaults may depend on the date. The process that runs a strategy
 * checks its source itself.
 */
export class KeptDescriptions {
  readonly #options: KeptDescriptionsOptions;
  readonly #kept: Map<string, DescribedStrategy>;
  #isChanged = false;

  constructor(options: KeptDescriptionsOptions) {
    this.#options = options;
    this.#kept = new Map(keptIn(options.file, this.#head()));
  }

  /** What a strategy is with these parameters; null where that is not known, or its source has changed. */
  find(path: string, given: Readonly<Record<string, Json>>): DescribedStrategy | null {
    const described = this.#kept.get(keyOf(path, given));
    if (described === undefined) return null;
    return sourceHashOf(path, described.imports) === described.sourceHash ? described : null;
  }

  keep(path: string, given: Readonly<Record<string, Json>>, described: DescribedStrategy): void {
    this.#kept.set(keyOf(path, given), described);
    this.#isChanged = true;
  }

  /** Writes what was learned. A disk that takes nothing costs the next start its second, no more. */
  close(): void {
    if (!this.#isChanged) return;
    const { file } = this.#options;
    try {
      replaceFile(file, JSON.stringify({ ...this.#head(), described: [...this.#kept] }), {
        isDurable: false,
      });
    } catch {
      // The next start asks the modules again.
    }
  }

  #head(): Head {
    return { build: programBuild(), date: istDate(this.#options.nowMs()) };
  }
}

/** What all descriptions of a file are of. */
interface Head {
  readonly build: string;
  readonly date: string;
}

function keyOf(path: string, given: Readonly<Record<string, Json>>): string {
  return JSON.stringify([path, given]);
}

/** The hash of a strategy's source as it is now; null where a file of it cannot be read. */
function sourceHashOf(path: string, imports: readonly string[]): string | null {
  try {
    const imported = imports.map((url) => {
      const file = fileURLToPath(url);
      return { path: file, content: readFileSync(file) };
    });
    return hashOfSources(path, readFileSync(path, 'utf8'), imported);
  } catch {
    return null;
  }
}

function keptIn(file: string, { build, date }: Head): readonly [string, DescribedStrategy][] {
  const kept = parsedJson(textOf(file));
  if (!isRecord(kept) || kept['build'] !== build || kept['date'] !== date) return [];
  const described: unknown = kept['described'];
  if (!Array.isArray(described)) return [];
  return described.filter(isEntry);
}

function isEntry(entry: unknown): entry is [string, DescribedStrategy] {
  if (!Array.isArray(entry)) return false;
  const [key, described] = entry as readonly unknown[];
  return typeof key === 'string' && isDescribed(described);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
