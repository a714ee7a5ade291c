import { readFileSync } from 'node:fs';

import { problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { Secret } from '../base/secret.ts';

/** Where a secret is kept; exactly one of the two. `file` is an absolute path. */
export interface CredentialReference {
  readonly env?: string | undefined;
  readonly file?: string | undefined;
}

const SECRET_CHARACTERS_MAX = 4096;

/** Reads one secret. The failure names the variable or the file, never what was in it. */
export function readCredential(
  reference: CredentialReference,
  environment: Readonly<Record<string, string | undefined>>,
): Result<Secret, Problem> {
  if (reference.env !== undefined) {
    const text = environment[reference.env] ?? '';
    if (text !== '') return ok(new Secret(text));
    return fail(
      problem(`Environment variable "${reference.env}" is not set`, {
        next: `export ${reference.env}=…`,
      }),
    );
  }
  return readSecretFile(reference.file ?? '');
}

function readSecretFile(path: string): Result<Secret, Problem> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return fail(
      problem(`Cannot read the credential file "${path}"`, {
        found: code ?? null,
        next: 'Create the file with the secret on its only line, readable by you alone (mode 0600)',
      }),
    );
  }
  const isOneLine = text !== '' && text.length <= SECRET_CHARACTERS_MAX && !/[\r\n]/.test(text);
  if (isOneLine) return ok(new Secret(text));
  return fail(
    problem(`Unusable credential file "${path}"`, {
      allowed: `one line of 1 to ${String(SECRET_CHARACTERS_MAX)} characters`,
    }),
  );
}
