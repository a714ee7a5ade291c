import { chmodSync, existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { makeFolder, replaceFile } from '../../base/write-files.ts';
import { systemClock } from '../../adapters/system/machine-time.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { controlPathOf } from '../../day/journal/open-day-journal.ts';
import { type RefusedRequest } from '../../notices/day.ts';
import {
  type ControlAnswer,
  controlAnswerSchema,
  type ControlRequest,
  controlRequestSchema,
} from './control-request.ts';

const REQUEST_ENDING = '.request.json';
const ANSWER_ENDING = '.answer.json';
/** What an identifier begins with: epoch milliseconds, all in as many digits. */
const LEADING_TIME = /^\d{15}/;
/** More than any request needs. */
const REQUEST_CHARACTERS_MAX = 10_000;

/** A request that was left, or why it is none. */
export interface LeftRequest {
  readonly id: string;
  readonly request: Result<ControlRequest, RefusedRequest>;
  /** How long ago by the machine's clock; negative when it was set back since. */
  readonly ageMs: number;
}

/** Where a command on this machine and the running program of one journal leave each other files. */
export class ControlDirectory {
  readonly #path: string;

  /** Of the journal at this path; made when it is not there, for its owner alone. */
  constructor(journalPath: string) {
    this.#path = controlPathOf(journalPath);
    makeFolder(this.#path, 0o700);
    chmodSync(this.#path, 0o700);
  }

  /**
   * Leaves a request and returns its identifier, which is another one where the clock was set back: identifiers begin
   * with a time and sort in the order in which requests are to be taken, and this one comes after all that are left.
   */
  leave(id: string, request: ControlRequest): string {
    const own = idAfter(idsIn(this.#path).at(-1) ?? '', id);
    this.#write(`${own}${REQUEST_ENDING}`, request);
    return own;
  }

  look(): readonly LeftRequest[] {
    return requestsIn(this.#path);
  }

  /**
   * Takes every request that was left, in order. Each is gone afterwards, so that none is done twice; but a halt, which
   * may be, stays until it is answered: it must outlast a program that ends before it is done. One that is taken back at
   * this moment is not taken.
   */
  take(): readonly LeftRequest[] {
    return this.look().filter(
      ({ id, request }) => (request.ok && request.value.action === 'halt') || this.#claim(id),
    );
  }

  isLeft(id: string): boolean {
    return existsSync(join(this.#path, `${id}${REQUEST_ENDING}`));
  }

  withdraw(id: string): boolean {
    try {
      rmSync(this.#requestPath(id));
      return true;
    } catch {
      return false;
    }
  }

  /** Leaves the answer to a request, which is done with. */
  answer(id: string, answer: ControlAnswer): void {
    this.answerAhead(id, answer);
    this.#forget(id);
  }

  /** Leaves an answer to a request that is yet to be done: it stays. */
  answerAhead(id: string, answer: ControlAnswer): void {
    this.#write(`${id}${ANSWER_ENDING}`, answer);
  }

  /** Takes the answer to a request; null while there is none. */
  takeAnswer(id: string): ControlAnswer | null {
    const path = join(this.#path, `${id}${ANSWER_ENDING}`);
    const text = textOf(path);
    if (text === null) return null;
    rmSync(path, { force: true });
    const parsed = controlAnswerSchema.safeParse(parsedJson(text));
    return parsed.success ? parsed.data : null;
  }

  #requestPath(id: string): string {
    return join(this.#path, `${id}${REQUEST_ENDING}`);
  }

  /** Whether it was there still: who removes a request has it. */
  #claim(id: string): boolean {
    if (this.withdraw(id)) return true;
    if (existsSync(this.#requestPath(id))) rmSync(this.#requestPath(id));
    return false;
  }

  #forget(id: string): void {
    rmSync(this.#requestPath(id), { force: true });
  }

  /**
   * Written aside and renamed, so that half a file is never read.
   *
   * @throws what the file system says, when there is no room
   */
  #write(name: string, content: object): void {
    replaceFile(join(this.#path, name), JSON.stringify(content), { isDurable: false });
  }
}

/** Every request that was left for a journal's program, in order. Makes and changes nothing; none where there is no directory. */
export function requestsLeft(journalPath: string): readonly LeftRequest[] {
  const path = controlPathOf(journalPath);
  return existsSync(path) ? requestsIn(path) : [];
}

function requestsIn(directory: string): readonly LeftRequest[] {
  return idsIn(directory).map((id) => {
    const path = join(directory, `${id}${REQUEST_ENDING}`);
    return { id, request: readRequest(path), ageMs: ageMsOf(path) };
  });
}

function idsIn(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(REQUEST_ENDING))
    .map(({ name }) => name.slice(0, -REQUEST_ENDING.length))
    .sort();
}

/** The identifier; or, where it would not come after the last, that of the next millisecond. */
function idAfter(last: string, id: string): string {
  const lastMs = LEADING_TIME.exec(last)?.[0];
  if (id > last || lastMs === undefined) return id;
  return id.replace(LEADING_TIME, String(Number(lastMs) + 1).padStart(lastMs.length, '0'));
}

function ageMsOf(path: string): number {
  const writtenMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return writtenMs === undefined ? 0 : systemClock.nowMs() - Math.floor(writtenMs);
}

function readRequest(path: string): Result<ControlRequest, RefusedRequest> {
  const text = textOf(path);
  if (text === null || text.length > REQUEST_CHARACTERS_MAX) return unreadable('it cannot be read');
  const parsed = controlRequestSchema.safeParse(parsedJson(text));
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  return unreadable(`${where}${issue?.message ?? 'it is no request'}`);
}

function unreadable(problem: string): Result<ControlRequest, RefusedRequest> {
  return fail({ why: 'unreadable', problem });
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
