import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type AlertMessage } from '../../src/ports/notifier.ts';
import { answer, startScriptedServer } from '../contract/scripted-server.ts';

/** A desk that is called over a webhook, on loopback. */
export interface CalledDesk extends AsyncDisposable {
  /** Lines of a configuration whose alerts call it. The key must be written beside it. */
  readonly config: string;
  /** Writes the key of the signature, for its owner alone. */
  readonly writeKey: (directory: string) => void;
  /** What arrived, oldest first: `fired halted`. */
  readonly messages: () => readonly string[];
  /** All that arrived, as it came. */
  readonly text: () => string;
}

const KEY = 'webhook-key';

/** Opens one. */
export async function calledDesk(more = ''): Promise<CalledDesk> {
  const server = await startScriptedServer((socket) => socket.end(answer(200, '')));
  const hook = `{kind: webhook, url: ${server.origin}/hook, secret: {file: ${KEY}}}`;
  return {
    config: `alerts: {channels: {desk: ${hook}}${more}}`,
    writeKey: (directory) => {
      writeFileSync(join(directory, KEY), 'canary-key\n', { mode: 0o600 });
    },
    messages: () =>
      server.requests.map(({ body }) => {
        const { kind, code } = JSON.parse(body) as AlertMessage;
        return `${kind} ${code}`;
      }),
    text: () => server.requests.map(({ body }) => body).join('\n'),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
