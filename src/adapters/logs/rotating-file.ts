import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { whyUnreadable } from '../../base/problem.ts';
import { addDays, type IstDate } from '../../model/time/ist.ts';
import { logFileName, type LogPart, logPartsAmong } from './log-names.ts';

/** Where lines go. */
export interface RotatingFileOptions {
  readonly directory: string;
  /** What its files are called before the date. */
  readonly name: string;
  /** Of one file. The next line that does not fit begins another. */
  readonly bytesMax: number;
  /** Calendar days, counted back from the date of the last line. */
  readonly keepDays: number;
  /** Called when lines cannot be written, once until they can be again. Must not throw. */
  readonly onTrouble?: (detail: string) => void;
  /** Called when they can be again, with how many were left out. Must not throw. */
  readonly onRecovered?: (linesLeftOut: number) => void;
}

interface Line {
  readonly date: IstDate;
  readonly text: string;
}

interface OpenPart extends Pick<LogPart, 'date' | 'part'> {
  readonly handle: FileHandle;
  bytes: number;
}

/** Lines that may wait for a slow disk; more are left out, and counted. */
const WAITING_MAX = 10_000;
const WAITING_CHARACTERS_MAX = 16 * 1024 * 1024;
/** Files of one day; one more removes the first. */
const PARTS_MAX = 16;

/**
 * Appends lines to a file a day, and to another once that is full. Whoever writes never waits and never sees a failure: lines
 * queue up, and what a disk refuses is left out.
 *
 * - writing: lines leave the queue in order.
 * - in trouble: the last attempt failed; each new line tries again, and the first that succeeds ends it.
 * - closed: lines are dropped.
 */
export class RotatingFile {
  readonly #options: RotatingFileOptions;
  #queue: Line[] = [];
  #waitingCharacters = 0;
  #leftOut = 0;
  #isInTrouble = false;
  #isTorn = false;
  #isClosed = false;
  #open: OpenPart | null = null;
  #work: Promise<void> | null = null;

  constructor(options: RotatingFileOptions) {
    this.#options = options;
  }

  /** Takes a line, without the line feed. */
  write(date: IstDate, text: string): void {
    if (this.#isClosed) return;
    const characters = this.#waitingCharacters + text.length;
    if (this.#queue.length >= WAITING_MAX || characters > WAITING_CHARACTERS_MAX) {
      this.#leftOut += 1;
      return;
    }
    this.#waitingCharacters = characters;
    this.#queue.push({ date, text });
    this.#work ??= this.#drain();
  }

  /** Waits until what was taken is written or left out. */
  async flush(): Promise<void> {
    while (this.#work !== null) await this.#work;
  }

  /** Writes what waits, and closes the file. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.flush();
    await this.#closePart();
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      const lines = this.#queue;
      this.#queue = [];
      this.#waitingCharacters = 0;
      for (const [index, line] of lines.entries()) {
        if (await this.#append(line)) continue;
        // What is behind it would fail as well: the next line tries anew.
        this.#leftOut += lines.length - index;
        break;
      }
    }
    this.#work = null;
  }

  async #append({ date, text }: Line): Promise<boolean> {
    try {
      const line = Buffer.from(`${this.#isTorn ? '\n' : ''}${text}\n`);
      const part = await this.#partFor(date, line.length);
      this.#isTorn = true;
      await part.handle.appendFile(line);
      this.#isTorn = false;
      part.bytes += line.length;
      this.#recover();
      return true;
    } catch (error) {
      if (!this.#isInTrouble) this.#options.onTrouble?.(whyUnreadable(error));
      this.#isInTrouble = true;
      await this.#closePart();
      return false;
    }
  }

  #recover(): void {
    const leftOut = this.#leftOut;
    if (!this.#isInTrouble && leftOut === 0) return;
    this.#isInTrouble = false;
    this.#leftOut = 0;
    this.#options.onRecovered?.(leftOut);
  }

  /** The open file where the line belongs and fits, else the next one. */
  async #partFor(date: IstDate, bytes: number): Promise<OpenPart> {
    const { bytesMax } = this.#options;
    const last = this.#open;
    if (last?.date === date && (last.bytes + bytes <= bytesMax || last.bytes === 0)) return last;
    await this.#closePart();
    const { directory, name } = this.#options;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const parts = logPartsAmong(await readdir(directory), name);
    const newest = parts.findLast((part) => part.date === date)?.part ?? 0;
    let opened = await this.#openPart(date, newest);
    if (opened.bytes > 0 && opened.bytes + bytes > bytesMax) {
      await opened.handle.close();
      opened = await this.#openPart(date, newest + 1);
    }
    this.#open = opened;
    await this.#removeOld(parts, opened);
    return opened;
  }

  async #openPart(date: IstDate, part: number): Promise<OpenPart> {
    const { directory, name } = this.#options;
    const handle = await open(join(directory, logFileName(name, date, part)), 'a', 0o600);
    const { size } = await handle.stat();
    return { handle, date, part, bytes: size };
  }

  /** Removes what is too old, and what is too much of a day. A file that cannot be removed stays. */
  async #removeOld(parts: readonly LogPart[], { date, part }: OpenPart): Promise<void> {
    const { directory, keepDays } = this.#options;
    const oldest = addDays(date, 1 - keepDays);
    const old = parts.filter(
      (of) => of.date < oldest || (of.date === date && of.part <= part - PARTS_MAX),
    );
    await Promise.all(
      old.map(({ file }) => rm(join(directory, file), { force: true }).catch(() => undefined)),
    );
  }

  async #closePart(): Promise<void> {
    const { handle } = this.#open ?? {};
    this.#open = null;
    await handle?.close().catch(() => undefined);
  }
}
