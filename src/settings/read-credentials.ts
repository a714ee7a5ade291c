import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';

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
    const opened = readPrivately(path);
    if (!opened.ok) return opened;
    text = opened.value.replace(/\r?\n$/, '');
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

/** Bits of a file's mode that let anyone but its owner at it. */
const OTHERS_BITS = 0o077;

/** Looks at the very file that is read, so that none can be put in its place in between. */
function readPrivately(path: string): Result<string, Problem> {
  const descriptor = openSync(path, 'r');
  try {
    const mode = fstatSync(descriptor).mode & 0o777;
    // Windows has no such bits: Node makes some up.
    if (platform() !== 'win32' && (mode & OTHERS_BITS) !== 0) {
      return fail(
        problem(`Credential file "${path}" is open to others`, {
          found: `mode ${mode.toString(8).padStart(4, '0')}`,
          allowed: 'a file that only you can read or write',
          next: `chmod 600 ${path}`,
        }),
      );
    }
    return ok(readFileSync(descriptor, 'utf8'));
  } finally {
    closeSync(descriptor);
  }
}
