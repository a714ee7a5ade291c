import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { answer, startScriptedServer } from './scripted-server.ts';

const SENDER = fileURLToPath(new URL('send-past-proxies.ts', import.meta.url));
const run = promisify(execFile);

it('no variable of the environment leads a request of the program through a proxy', async () => {
  await using platform = await startScriptedServer((socket) => socket.end(answer(200, '[]')));
  await using proxy = await startScriptedServer((socket) => socket.end(answer(200, '"proxied"')));
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
  const proxies = names.flatMap((name) => [name, name.toLowerCase()]);
  const env = {
    ...Object.fromEntries(proxies.map((name) => [name, proxy.origin])),
    ...{ NODE_USE_ENV_PROXY: '1', NO_PROXY: '', no_proxy: '' },
  };
  const send = async (how: string): Promise<unknown> =>
    (await run(process.execPath, [SENDER, platform.origin, how], { env })).stdout.trim();
  // What Node itself sends goes there: the variables are understood.
  expect(await send('fetch')).toBe('proxied');
  expect(proxy.requests).toHaveLength(1);
  expect(await send('transport')).toBe('answered 200');
  expect(await send('alert')).toBe('delivered');
  expect(proxy.requests).toHaveLength(1);
  expect(platform.requests).toHaveLength(2);
});
