import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, type LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { deniesNetwork } from '../../src/adapters/system/confined-process.ts';
import { sha256Hex } from '../../src/base/hash.ts';
import { type Json } from '../../src/base/json.ts';
import { type SourceFault } from '../../src/host/open-sources.ts';
import { schemaFrom } from '../../src/loading/describing/schema-from.ts';
import { type PlannedRun } from '../../src/loading/planned-run.ts';
import {
  SourceProcess,
  type SourceProcessOptions,
  type SourcesEnded,
} from '../../src/loading/source-process/source-process.ts';
import { SupervisedSources } from '../../src/loading/source-process/supervised-sources.ts';
import { type Notice } from '../../src/notices/notice.ts';

const DENIED = 'ERR_ACCESS_DENIED';
const CANARY = 'canary-of-the-environment';

const root = mkdtempSync(join(tmpdir(), 'sauda-sources-'));
const path = join(root, 'hostile-source.js');
const reached: string[] = [];
const servers: Server[] = [];
let allowed = '';
let denied = '';

async function serve(name: string): Promise<string> {
  const server = createServer((_, response) => {
    response.end(`this is ${name}`);
  });
  server.on('connection', () => reached.push(name));
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

beforeAll(async () => {
  copyFileSync(resolve(import.meta.dirname, 'hostile-source.js'), path);
  writeFileSync(join(root, 'package.json'), '{"type": "module"}');
  symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'));
  allowed = await serve('allowed');
  denied = await serve('denied');
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(root, { recursive: true });
});

/** What came of the sources of a run until all were over, or their process ended. */
interface Heard {
  readonly values: Json[];
  readonly faults: SourceFault[];
  readonly refused: string[];
  readonly ended: SourcesEnded | 'over';
}

function task(act: string, host = allowed, size = 0): SourceProcessOptions {
  const told = JSON.stringify({ allowed: host, denied, act, size });
  writeFileSync(join(root, 'hostile-source.json'), told);
  const sourceHash = sha256Hex(readFileSync(path, 'utf8'));
  return { path, sourceHash, sources: [{ name: 'values', hosts: [allowed] }], reach: {} };
}

function heard(act: string, more: Partial<SourceProcessOptions> = {}): Promise<Heard> {
  return heardOf({ ...task(act), ...more });
}

async function heardOf(options: SourceProcessOptions): Promise<Heard> {
  const values: Json[] = [];
  const faults: SourceFault[] = [];
  const refused: string[] = [];
  const { promise, resolve: end } = Promise.withResolvers<SourcesEnded | 'over'>();
  const opened = new SourceProcess(options, {
    onValue: (_, value) => values.push(value),
    onProblem: (fault) => faults.push(fault),
    onRefused: ({ permission, resource }) => refused.push(`${permission} ${resource}`),
    onOver: () => {
      end('over');
    },
    onEnded: end,
  });
  const ended = await promise;
  opened.close();
  return { values, faults, refused, ended };
}

function unfit(detail: string): SourceFault {
  return { source: 'values', what: 'unfit', detail };
}

describe('a process for sources', () => {
  it('brings values, from hosts that are declared', async () => {
    expect(await heard('says')).toMatchObject({ values: [{ price: 1 }, { price: 2 }], faults: [] });
    expect(await heard('asks')).toMatchObject({ values: ['this is allowed'], ended: 'over' });
    expect(reached.splice(0)).toEqual(['allowed']);
  });

  it('brings values that fit their schema, and says of the others why they do not', async () => {
    const { values, faults } = await heard('says odd');
    expect(values).toEqual([{ price: 1 }, { price: 3 }]);
    expect(faults).toEqual([
      unfit('Too small: expected number to be >0 at price, found -1'),
      unfit('Invalid input: expected object, received string, found "x"'),
      { source: 'values', what: 'no-json', detail: '' },
    ]);
  });

  it('brings none past its schema: what its code writes by itself is checked again', async () => {
    const pattern = '^(a+)+$';
    const schema = schemaFrom({
      type: 'object',
      properties: { price: { type: 'number' }, note: { type: 'string', pattern } },
    });
    const sources = [{ name: 'values', hosts: [allowed], ...(schema !== null && { schema }) }];
    const { values, faults } = await heard('lies', { sources });
    expect(values).toEqual([{ price: 4, note: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa!' }, { price: 5 }]);
    expect(faults).toEqual([
      unfit('Invalid input: expected number, received string at price, found "x"'),
    ]);
  });

  it('says values of 256 KiB, and is ended for a longer one', async () => {
    const around = '{"source":"values","value":""}'.length;
    const longest = await heardOf(task('says much', allowed, 256 * 1024 - around));
    expect(longest).toMatchObject({ ended: 'over', values: [expect.any(String)] });
    const longer = await heardOf(task('says much', allowed, 256 * 1024 - around + 1));
    expect(longer).toMatchObject({ ended: { why: 'flooded' }, values: [] });
  });

  it('has its time again, up to eleven times, where the machine gives it none', async () => {
    const { promise, resolve: end } = Promise.withResolvers<SourcesEnded>();
    const stopped = new SourceProcess(
      { ...task('stays'), answerWithinMs: 200 },
      {
        onValue: () => {
          process.kill(stopped.pid ?? NaN, 'SIGSTOP');
        },
        ...{ onProblem: () => undefined, onRefused: () => undefined, onOver: () => undefined },
        onEnded: end,
      },
    );
    expect(await promise).toEqual({
      why: 'endless',
      detail: 'its code has not returned for 2400 ms',
    });
  });

  it.runIf(deniesNetwork())(
    'reaches no other host by any way, nor files, programs or the environment',
    async () => {
      vi.stubEnv('SAUDA_CANARY', CANARY);
      const signals: string[] = [];
      const onSignal = (name: string): void => void signals.push(name);
      process.on('SIGUSR2', onSignal);
      const { values, refused, ended } = await heard('tries');
      process.off('SIGUSR2', onSignal);
      vi.unstubAllEnvs();
      expect(ended).toBe('over');
      const [{ tried = {}, environment = [] } = {}] = values as Record<string, object>[];
      expect(tried).toEqual({
        ...{ fetch: 'SAUDA_CONNECTION', socket: 'SAUDA_CONNECTION', tls: 'SAUDA_CONNECTION' },
        ...{ http2: 'SAUDA_CONNECTION', 'socket of its own': 'SAUDA_CONNECTION' },
        ...{ 'socket of this machine': 'SAUDA_CONNECTION', 'by the pipe': 'RangeError' },
        ...{ datagram: DENIED, 'look-up': DENIED, 'name server': DENIED },
        ...{ read: DENIED, write: DENIED, child: DENIED, worker: DENIED },
        ...{ signal: 'ProcessRefusal', binding: 'ProcessRefusal' },
      });
      expect(environment).not.toContain('SAUDA_CANARY');
      expect(refused).toContain(`Net ${denied}`);
      expect(reached.splice(0)).toEqual([]);
      expect(existsSync(join(root, 'left-behind.txt'))).toBe(false);
      expect(signals).toEqual([]);
    },
  );

  it('reaches a declared host only at an address that may be reached', async () => {
    const named = denied.replace('127.0.0.1', 'prices.example');
    const sources = [{ name: 'values', hosts: [named] }];
    const lookUp: LookupFunction = (_host, { all }, callback) => {
      const found = { address: '127.0.0.1', family: 4 };
      callback(null, all === true ? [found] : found.address, found.family);
    };
    const asked = { ...task('asks', named), sources };
    const { faults } = await heardOf({ ...asked, reach: { lookUp } });
    expect(faults).toMatchObject([{ source: 'values', what: 'ended' }]);
    expect(reached.splice(0)).toEqual([]);
    const reach = { lookUp, privateHosts: ['prices.example'] };
    expect((await heardOf({ ...asked, reach })).values).toEqual(['this is denied']);
    expect(reached.splice(0)).toEqual(['denied']);
  });

  it.each([
    ['throws', 'exited', /exit code 1/],
    ['serves', 'exited', /exit code 1/],
    ['loops', 'endless', /has not returned for (300|600|900) ms/],
    ['floods', 'flooded', /1000 values a second/],
    ['hoards', 'exited', /ran out of memory/],
    ['forges', 'garbled', /no open source "another"/],
    ['accuses', 'garbled', /no source "another"/],
    ['breaks the pipe', 'garbled', /cannot be read/],
  ])('is ended where its code %s', async (act, why, detail) => {
    const limits = { memoryMib: 64, answerWithinMs: act === 'loops' ? 300 : 20_000 };
    const { ended } = await heard(act, limits);
    expect(ended).toEqual({ why, detail: expect.stringMatching(detail) as string });
  });

  it('opens no other text than the one that was checked', async () => {
    const { ended } = await heard('says', { sourceHash: sha256Hex('another') });
    expect(ended).toMatchObject({ why: 'unusable', detail: /was changed/ });
  });

  it('opens what was kept of a source whose file has been saved since', async () => {
    const options = task('says');
    const own = join(root, 'saved-source.js');
    const kept = readFileSync(path);
    writeFileSync(own, "throw new Error('half a thought');");
    const keptFiles = (hash: string): Promise<ReadonlyMap<string, Uint8Array> | null> =>
      Promise.resolve(hash === options.sourceHash ? new Map([[own, kept]]) : null);
    const { values, ended } = await heardOf({ ...options, path: own, keptFiles });
    expect({ values, ended }).toEqual({ values: [{ price: 1 }, { price: 2 }], ended: 'over' });
  });
});

/** A run that declares two sources. */
const RUN = {
  header: { runId: 'listens@2026-10-30/paper' },
  loaded: { strategy: { name: 'listens', sources: [{ name: 'ticks' }, { name: 'news' }] } },
} as unknown as PlannedRun;

describe('the sources of a run', () => {
  /** Each process ends at once, for this reason. */
  async function givenUp(
    why: SourcesEnded['why'],
    steadyMs: number,
  ): Promise<readonly (readonly [string, object])[]> {
    const told: Notice[] = [];
    const { promise, resolve: end } = Promise.withResolvers<undefined>();
    const sources = new SupervisedSources(RUN, {
      tryAgainAfterMs: [1, 2],
      steadyMs,
      onValue: () => undefined,
      onNotice: (notice) => {
        told.push(notice);
        if (notice.code === 'sources-given-up' || told.length === 6) end(undefined);
      },
      open: (_, { onEnded }) => {
        queueMicrotask(() => {
          onEnded({ why, detail: 'it broke' });
        });
        return { close: () => undefined };
      },
    });
    await promise;
    sources.close();
    return told.map(({ code, facts }) => [code, facts]);
  }

  it('are opened again after a while, and given up after that', async () => {
    const facts = { sources: ['ticks', 'news'], why: 'endless', detail: 'it broke', tries: 2 };
    expect(await givenUp('endless', 60_000)).toEqual([
      ['sources-ended', { ...facts, afterMs: 1, attempt: 1 }],
      ['sources-back', { sources: facts.sources }],
      ['sources-ended', { ...facts, afterMs: 2, attempt: 2 }],
      ['sources-back', { sources: facts.sources }],
      ['sources-given-up', facts],
    ]);
  });

  it('are given up at once where another process would end as this one', async () => {
    expect(await givenUp('unusable', 60_000)).toMatchObject([['sources-given-up', { tries: 0 }]]);
  });

  it('have all their tries again once they have gone on for long', async () => {
    const told = await givenUp('exited', -1);
    const each = ['sources-ended', 'sources-back'];
    expect(told.map(([code]) => code)).toEqual([...each, ...each, ...each]);
  });
});
