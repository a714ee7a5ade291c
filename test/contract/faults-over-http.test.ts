import { afterEach, describe, expect, test } from 'vitest';

import { createHttpTransport } from '../../src/adapters/http/undici-transport.ts';
import { wait } from '../../src/adapters/system/machine-time.ts';
import { type TransportRequest, type TransportResult } from '../../src/ports/transport.ts';
import { FaultCounts } from '../support/fault-counts.ts';
import { createFaultPlan } from '../../src/simulator/faults/fault-plan.ts';
import { serveSimulator } from '../../src/simulator/http-shell.ts';
import { SampleSimulator } from '../support/sample-simulator.ts';
import { FaultyWorld } from './faulty-world.ts';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function start(totalMs: number) {
  const sample = new SampleSimulator();
  const counts = new FaultCounts();
  const ended = new AbortController();
  const served = await serveSimulator({
    platform: sample.simulator.platform,
    faults: {
      plan: createFaultPlan({ seed: 'calm', rates: {} }),
      counts,
      wait: (durationMs) => wait(durationMs, ended.signal),
    },
  });
  const transport = createHttpTransport({
    origins: served.addresses,
    connectMs: 1_000,
    totalMs,
    bodyBytesMax: 1_048_576,
  });
  closing.push(async () => {
    ended.abort();
    await transport.close();
    await served.close();
  });
  return { sample, counts, transport };
}

const { phoneNumber, password } = new SampleSimulator().simulator.credentials;

/** Sent without a session: what is compared is the answer, and a refusal is one. */
function cancel(fault: string) {
  return { ...login(fault), role: 'orders', method: 'POST', path: '/cancel', body: '[]' } as const;
}

/** A login: it has an effect that can be told, and needs no session. */
function login(fault: string) {
  return {
    role: 'auth',
    method: 'POST',
    path: '/login',
    headers: { 'content-type': 'application/json', 'x-sauda-fault': fault },
    body: JSON.stringify({ phoneNumber, password }),
  } as const;
}

async function inProcess(request: TransportRequest): Promise<TransportResult> {
  const world = new FaultyWorld();
  return world.settle(world.transport.send(request));
}

/** What a client can tell apart: not the words. */
function shape(result: TransportResult) {
  switch (result.kind) {
    case 'response':
      return `response ${String(result.status)} ${new TextDecoder().decode(result.body)}`;
    case 'interrupted':
      return `interrupted ${result.reason} ${String(result.status)}`;
    case 'not-sent':
      return 'not-sent';
  }
}

describe('a fault over HTTP is what it is in process', () => {
  test.each([
    'F2',
    'F3',
    'F6;variant=502-before',
    'F6;variant=504-after',
    'F7',
    'F8;variant=retry-after',
    'F10;variant=chunked',
    'F10;variant=close',
    'F11;variant=html',
    'F11;variant=empty',
    'F11;variant=bom',
    'F11;variant=cut',
    'F12',
    'F13;variant=missing-field',
    'F14;variant=302-before',
    'F14;variant=308-after',
    'F15',
    'F32;variant=fails',
  ])('%s', async (fault) => {
    const { transport, counts } = await start(5_000);
    const overHttp = await transport.send(login(fault));
    expect(shape(overHttp)).toBe(shape(await inProcess(login(fault))));
    expect([...counts.all().keys()]).toEqual([fault.split(';')[0]]);
    const next = await transport.send(login('F13;variant=extra-field'));
    expect(next.kind).toBe('response');
  });

  test.each([login('F2;variant=silence'), login('F4'), cancel('F5;afterMs=60000'), login('F9')])(
    '$headers',
    async (request) => {
      const { transport } = await start(300);
      expect(shape(await transport.send(request))).toBe(shape(await inProcess(request)));
    },
  );

  test('F10 by length may be told before the status is', async () => {
    const { transport } = await start(5_000);
    const result = await transport.send(login('F10;variant=length'));
    expect(result).toMatchObject({ kind: 'interrupted', reason: 'body-truncated' });
  });

  test.each(['F1', 'F18'])('%s closes the connection unread', async (fault) => {
    const { transport, sample } = await start(5_000);
    const result = await transport.send(login(fault));
    expect(result).toMatchObject({ kind: 'interrupted', reason: 'connection-lost' });
    expect(sample.simulator.platform.requestCounts().size).toBe(0);
  });

  test('F5 is taken after the client gave up', async () => {
    const { transport, sample } = await start(100);
    const taken = new Promise<void>((resolve) => {
      const look = (): void => {
        if (sample.simulator.platform.requestCounts().size > 0) resolve();
        else setImmediate(look);
      };
      look();
    });
    const result = await transport.send(cancel('F5;afterMs=250'));
    expect(result).toMatchObject({ kind: 'interrupted', reason: 'timeout' });
    expect(sample.simulator.platform.requestCounts().size).toBe(0);
    await taken;
  });

  test('a fault that cannot be read is answered by 400', async () => {
    const { transport } = await start(5_000);
    expect(await transport.send(login('F0'))).toMatchObject({ kind: 'response', status: 400 });
  });

  test('a fault that cannot befall the request is answered by 400, with those that can', async () => {
    const { transport } = await start(5_000);
    const refused = shape(await transport.send(login('F19')));
    expect(refused).toContain('response 400');
    expect(refused).toContain('F19 cannot befall \\"login\\": wanted F1, F2,');
  });
});
