import { afterEach, describe, expect, it } from 'vitest';

import { createHttpTransport } from '../../src/adapters/http/undici-transport.ts';
import { SampleSimulator } from '../support/sample-simulator.ts';
import { HOST_ROLES, type HostRole } from '../../src/ports/transport.ts';
import { connectAdapters } from './adapters.ts';
import { answer, type ScriptedServer, startScriptedServer } from './scripted-server.ts';

const servers: ScriptedServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]();
});

async function started(script: Parameters<typeof startScriptedServer>[0]): Promise<ScriptedServer> {
  const server = await startScriptedServer(script);
  servers.push(server);
  return server;
}

const META = (to: string): string =>
  `<html><head><meta http-equiv="refresh" content="0; url=${to}"></head></html>`;
const WAYS: readonly (readonly [string, (to: string) => Buffer])[] = [
  ...[301, 302, 303, 307, 308].map(
    (status) => [String(status), (to: string) => answer(status, '', [`location: ${to}`])] as const,
  ),
  ['meta refresh', (to) => answer(200, META(to), ['content-type: text/html'])],
  ['a refresh header', (to) => answer(200, '{}', [`refresh: 0; url=${to}`])],
  ['the place of what was made', (to) => answer(201, '{}', [`location: ${to}`])],
  ['another service', (to) => answer(200, '{}', [`alt-svc: h2="${to.slice(7)}"; ma=60`])],
];

describe.each(WAYS)('a platform that answers with %s', (_name, redirect) => {
  it('leads the password nowhere else: another port of the same host is another', async () => {
    const other = await started((socket) => socket.end(answer(200, '[]')));
    const platform = await started((socket) => socket.end(redirect(`${other.origin}/stolen`)));
    const origins = Object.fromEntries(HOST_ROLES.map((role) => [role, platform.origin]));
    const transport = createHttpTransport({
      origins: origins as Record<HostRole, string>,
      connectMs: 1_000,
      totalMs: 2_000,
      bodyBytesMax: 100_000,
    });
    const { credentials } = new SampleSimulator().simulator;
    const { auth } = connectAdapters({ clock: { nowMs: () => 0 }, credentials, transport });
    const login = await auth.login();
    await transport.close();
    expect(login.kind).not.toBe('accepted');
    expect(platform.requests.map(({ body }) => body.includes(credentials.password))).toEqual([
      true,
    ]);
    expect(other.connectionCount()).toBe(0);
  });
});
