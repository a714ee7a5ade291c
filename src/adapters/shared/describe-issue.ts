import { type z } from 'zod';

/** One line about the first thing wrong with a record: where, and what. */
export function describeIssue(error: z.ZodError): string {
  const [first] = error.issues;
  if (first === undefined) return 'Not of the documented shape';
  const path = first.path.map(String).join('.');
  return path === '' ? first.message : `${path}: ${first.message}`;
}

/** Longest found value that is shown. */
const FOUND_LENGTH_MAX = 40;

/** The same with what was found there. */
export function describeFinding(error: z.ZodError, record: unknown): string {
  const said = describeIssue(error);
  const [first] = error.issues;
  if (first === undefined || first.path.length === 0) return said;
  let found = record;
  for (const step of first.path) {
    if (typeof found !== 'object' || found === null) return said;
    found = Object.hasOwn(found, step) ? (Reflect.get(found, step) as unknown) : undefined;
  }
  const text = found === undefined ? 'nothing' : JSON.stringify(found);
  const isLong = text.length > FOUND_LENGTH_MAX;
  return `${said}, found ${isLong ? `${text.slice(0, FOUND_LENGTH_MAX)}…` : text}`;
}
