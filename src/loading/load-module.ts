import { wait } from '../adapters/system/machine-time.ts';

/** A module whose top level awaits something that does not come. */
export class NotLoadedInTime extends Error {
  override readonly name = 'NotLoadedInTime';
}

const WITHIN_MS = 60_000;

/**
 * What a module's loading comes to, if it comes in time: the day of all strategies waits for it, with what they hold.
 *
 * @param withinMs - real milliseconds, 60 s by default
 * @throws {NotLoadedInTime} when it does not; the module may go on loading
 */
export async function loadedInTime<T>(loading: Promise<T>, withinMs = WITHIN_MS): Promise<T> {
  const loaded = new AbortController();
  const late = wait(withinMs, loaded.signal).then(() => {
    const seconds = String(withinMs / 1_000);
    throw new NotLoadedInTime(
      `its top level has not ended after ${seconds} s (look for an await that never ends)`,
    );
  });
  // Where the module loads first, nothing awaits this.
  late.catch(() => undefined);
  return Promise.race([loading, late]).finally(() => {
    loaded.abort();
  });
}

/** Why a module of the user could not be loaded, and where in its file, as far as that is known. */
export interface ModuleFailure {
  readonly reason: string;
  readonly place: { readonly line?: number; readonly column?: number };
}

/** The first line of what was thrown, and the place of the first stack frame in the file, or of a syntax error's head line. */
export function moduleFailure(error: unknown, file: string): ModuleFailure {
  const reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
  return { reason, place: placeOf(error, file) };
}

function placeOf(error: unknown, file: string): ModuleFailure['place'] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const at = stack.indexOf(`${file}:`);
  if (at < 0) return {};
  const [, line, column] = /^:(\d+)(?::(\d+))?/.exec(stack.slice(at + file.length)) ?? [];
  if (line === undefined) return {};
  return column === undefined
    ? { line: Number(line) }
    : { line: Number(line), column: Number(column) };
}

/** Endings of files that are code. */
export const MODULE_ENDINGS = ['.ts', '.mts', '.js', '.mjs'];

/** Endings of files that say what is to be done. */
export const YAML_ENDINGS = ['.yaml', '.yml'];
