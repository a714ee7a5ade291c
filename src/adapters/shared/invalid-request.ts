import { type z } from 'zod';
import { type Failure, rejected } from './answer.ts';

/** The outcome of a request that was checked here and is not sent. Values are not repeated. */
export function invalidRequest(error: z.ZodError): Failure {
  return invalidRequestWith(
    error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  );
}

/** The same from problems that a schema does not see. */
export function invalidRequestWith(
  problems: readonly { readonly path: string; readonly message: string }[],
): Failure {
  return rejected({ form: 'invalid-request', problems });
}
