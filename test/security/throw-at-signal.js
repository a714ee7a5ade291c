import { isMainThread } from 'node:worker_threads';

/** Has the program fail, with a secret in the text of it, at a signal that means nothing to it. And leaves it no mask for the rights of files. */
if (isMainThread) {
  process.umask(0);
  process.on('SIGWINCH', () => {
    const secret = process.env['SAUDA_CANARY_KEY'];
    const headers = { 'x-key': encodeURIComponent(secret) };
    throw new TypeError(`a slip with ${secret}`, { cause: { headers } });
  });
}
