import { fail, ok, type Result } from '../../base/result.ts';

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

/** What a duration may look like, for messages. */
export const DURATION_FORMS = 'a number with ms, s, m or h: 500ms, 30s, 2m, 1h';

/** Milliseconds of a duration as people write it: `500ms`, `30s`, `2m`, `1h`; the failure says what is allowed. */
export function parseDuration(text: string): Result<number, string> {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text.trim());
  const unitMs = UNIT_MS[match?.[2] ?? ''];
  if (match === null || unitMs === undefined) return fail(DURATION_FORMS);
  return ok(Math.round(Number(match[1]) * unitMs));
}
