import { type Json } from '../base/json.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { type Source } from '../strategy/context.ts';

/** Why a value of a source is left out. */
export interface UnfitValue {
  readonly what: 'unfit';
  /** What is wrong with it, where, and what was found. */
  readonly detail: string;
}

/** Characters of a value that are shown. */
const SHOWN_MAX = 80;

/** A value as the schema of its source has it; any value where there is no schema. Never throws, though the schema may. */
export function fittingValue(
  { schema }: Pick<Source<Json>, 'schema'>,
  value: Json,
): Result<Json, UnfitValue> {
  if (schema === undefined) return ok(value);
  try {
    const { success, data, error } = schema.safeParse(value);
    return success ? ok(data) : fail({ what: 'unfit', detail: whyUnfit(error.issues[0], value) });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail({ what: 'unfit', detail: `its schema failed: ${why}` });
  }
}

interface Issue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

function whyUnfit(issue: Issue | undefined, value: Json): string {
  const { message, path } = issue ?? { message: 'Invalid input', path: [] };
  const where = path.length === 0 ? '' : ` at ${path.map(String).join('.')}`;
  return `${message}${where}, found ${shownAt(value, path)}`;
}

function shownAt(value: unknown, path: readonly PropertyKey[]): string {
  const found = path.reduce<unknown>(
    (of, key) =>
      typeof of === 'object' && of !== null && Object.hasOwn(of, key)
        ? (of as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    value,
  );
  const text = found === undefined ? 'nothing' : JSON.stringify(found);
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX - 1)}…` : text;
}
