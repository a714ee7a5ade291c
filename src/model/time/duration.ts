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

/** A duration for people, to the second: `45 s`, `10 min`, `2 min 30 s`, `1 h 5 min`. */
export function shownDuration(durationMs: number): string {
  const seconds = Math.round(durationMs / 1_000);
  const parts = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor((seconds % 3_600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0);
  if (shown.length === 0) return '0 s';
  return shown.map(([count, unit]) => `${String(count)} ${unit}`).join(' ');
}
