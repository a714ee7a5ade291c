import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { Agent, request } from 'undici';

import { createOrders } from '../../src/adapters/platform/orders/orders.ts';
import { type TransportRequest } from '../../src/ports/transport.ts';
import { loadProfile } from '../../src/settings/profile.ts';
import { BusyDesk, DECISIONS_PER_DESK } from './busy-desk.ts';
import { type BenchRatio, median } from './bench-ratio.ts';

const DECISIONS = 300;
const ROUNDS = 9;

/**
 * Own CPU from a strategy's decision to the bytes of a batch of ten orders (host, engine, gate, journal entries,
 * tags, checks, JSON), against the CPU that one undici request with that body costs.
 */
export async function decisionToBytesBench(): Promise<readonly BenchRatio[]> {
  const decided: TransportRequest[] = [];
  const orders = createOrders({
    session: {
      login: () => Promise.reject(new TypeError('No login here')),
      send: (sent) => {
        decided.push(sent);
        return Promise.resolve({ kind: 'not-sent', reason: 'measured up to here' });
      },
      scrub: (text) => text,
    },
    profile: loadProfile('openbroker'),
  });
  const server = spawn(process.execPath, [join(import.meta.dirname, 'echo-server.ts')]);
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  const url = `http://127.0.0.1:${port.toString().trim()}/place`;
  const agent = new Agent();
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    let desk = new BusyDesk();
    let ownMicros = 0;
    let requestMicros = 0;
    for (let decision = 0; decision < DECISIONS; decision += 1) {
      if (decision % DECISIONS_PER_DESK === 0) desk = new BusyDesk();
      desk.refresh();
      ownMicros += await cpuMicros(() => orders.place(desk.decide()));
      requestMicros += await cpuMicros(() => post(url, decided.at(-1)?.body ?? '', agent));
      desk.settle();
      decided.length = 0;
    }
    ratios.push(ownMicros / requestMicros);
  }
  await agent.close();
  server.kill();
  return [
    {
      name: 'CPU from decision to the bytes of 10 orders, against one undici request',
      // The first rounds warm the compiler up.
      ratio: median(ratios.slice(ROUNDS / 3)),
      must: 1,
      aim: 0.8,
    },
  ];
}

async function post(url: string, body: string, dispatcher: Agent): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await request(url, { method: 'POST', body, headers, dispatcher });
  await answer.body.text();
}

async function cpuMicros(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
