import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { whyUnreadable } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { makeFolder, syncFolder } from '../../base/write-files.ts';

/** What packs of an account's days are signed with. */
export interface EvidenceKey {
  readonly privateKey: KeyObject;
  /** As people compare it: base64 of the public key's SPKI form. */
  readonly publicKey: string;
}

const OTHERS = 0o077;

/** The key in a file, made there at first use, for its owner alone; or why there is none. */
export function evidenceKey(path: string): Result<EvidenceKey, string> {
  try {
    if (!existsSync(path)) makeKey(path);
    if ((statSync(path).mode & OTHERS) !== 0) {
      return fail(
        `"${path}" can be read by others than its owner: chmod 600 it, or make another key`,
      );
    }
    const privateKey = createPrivateKey(readFileSync(path));
    if (privateKey.asymmetricKeyType !== 'ed25519') return fail(`"${path}" is not an Ed25519 key`);
    return ok({ privateKey, publicKey: textOfKey(createPublicKey(privateKey)) });
  } catch (error) {
    return fail(`"${path}": ${whyUnreadable(error)}`);
  }
}

/** A public key from its text; null where it is none. */
export function publicKeyFrom(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && textOfKey(key) === text ? key : null;
  } catch {
    return null;
  }
}

function textOfKey(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).toString('base64');
}

/**
 * Whole or not at all, and never over another's that was faster.
 *
 * @throws what the file system says
 */
function makeKey(path: string): void {
  makeFolder(dirname(path), 0o700);
  const { privateKey } = generateKeyPairSync('ed25519');
  const part = `${path}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, privateKey.export({ format: 'pem', type: 'pkcs8' }), {
    mode: 0o600,
    flush: true,
  });
  try {
    linkSync(part, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(part, { force: true });
  }
  syncFolder(dirname(path));
}
