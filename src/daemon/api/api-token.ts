import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';

import { replaceFile } from '../../base/write-files.ts';
import { Secret } from '../../base/secret.ts';

const TOKEN_BYTES = 32;

/** The token of one process's API. */
export class ApiToken {
  readonly #token = new Secret(randomBytes(TOKEN_BYTES).toString('base64url'));

  /** Compares in constant time: how much of a guess is right must not be measurable. */
  is(guess: string): boolean {
    return timingSafeEqual(digest(guess), digest(this.#token.reveal()));
  }

  /** Whether a text contains it. */
  isIn(text: string): boolean {
    return text.includes(this.#token.reveal());
  }

  /** Writes it for its owner alone, in one step. @throws what the file system says */
  write(path: string): void {
    replaceFile(path, this.#token.reveal(), { isDurable: false });
  }

  /** Removes it, unless another process has put its own there. */
  remove(path: string): void {
    const written = readToken(path);
    if (written !== null && this.is(written.reveal())) rmSync(path, { force: true });
  }
}

/** The token in a file; null where this user cannot read one. */
export function readToken(path: string): Secret | null {
  try {
    return new Secret(readFileSync(path, 'utf8').trim());
  } catch {
    return null;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
