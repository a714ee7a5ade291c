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
