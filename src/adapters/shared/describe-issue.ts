import { type z } from 'zod';

/** One line about the first thing wrong with a record: where, and what. */
export function describeIssue(error: z.ZodError): string {
  const [first] = error.issues;
  if (first === undefined) return 'Not of the documented shape';
  const path = first.path.map(String).join('.');
  return path === '' ? first.message : `${path}: ${first.message}`;
}
