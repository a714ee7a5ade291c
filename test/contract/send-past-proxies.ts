import { createHttpTransport } from '../../src/adapters/http/undici-transport.ts';
import { post } from '../../src/adapters/notify/post.ts';
import { HOST_ROLES, type HostRole } from '../../src/ports/transport.ts';

// Sends one request to an address in the way that is asked, and prints what came of it.
const [origin = '', how] = process.argv.slice(2);

async function sent(): Promise<string> {
  if (how === 'fetch') return (await (await fetch(origin)).json()) as string;
  if (how === 'alert') {
    const posted = await post({
      ...{ method: 'POST', url: origin, body: '{}', timeoutMs: 5_000 },
      ...{ secrets: [], reach: {} },
    });
    return posted.ok ? 'delivered' : JSON.stringify(posted.error);
  }
  const origins = Object.fromEntries(HOST_ROLES.map((role) => [role, origin]));
  const transport = createHttpTransport({
    origins: origins as Record<HostRole, string>,
    ...{ connectMs: 2_000, totalMs: 5_000, bodyBytesMax: 1_000 },
  });
  const request = { role: 'orders', method: 'GET', path: '/x', headers: {}, body: null } as const;
  const result = await transport.send(request);
  await transport.close();
  return result.kind === 'response' ? `answered ${String(result.status)}` : JSON.stringify(result);
}

process.stdout.write(await sent());
