import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';

import { Agent, request } from 'undici';

import { openJournal } from '../../src/adapters/journal/sqlite-journal.ts';
import { createOrders } from '../../src/adapters/platform/orders/orders.ts';
import { EventEncoder } from '../../src/engine/codec/event-codec.ts';
import { type JournalEntry } from '../../src/ports/journal.ts';
import { loadProfile } from '../../src/settings/profile.ts';
import { valueOf } from '../support/simulated-day.ts';
import { type BenchRatio, median } from './bench-ratio.ts';
import { BusyDesk, DECISIONS_PER_DESK } from './busy-desk.ts';

const DECISIONS = 150;

/**
 * Time from a strategy's decision to the first byte of its batch of ten orders, with the journal's commit and fsync in
 * it, against one bare commit to SQLite that is synced as fully and one bare request. Files lie in the working
 * directory, where a journal would: a directory of the machine's memory has no fsync to speak of.
 */
export async function intentToBytesBench(): Promise<readonly BenchRatio[]> {
  const directory = mkdtempSync(join(process.cwd(), '.bench-'));
  const server = spawn(process.execPath, [join(import.meta.dirname, 'echo-server.ts')]);
  const agent = new Agent();
  try {
    const [port] = (await once(server.stdout, 'data')) as [Buffer];
    const url = `http://127.0.0.1:${port.toString().trim()}/place`;
    const { ownMs, bareMs } = await measure(directory, (body) => post(url, body, agent));
    const name = `from decision to the first byte of 10 orders, fsync included (${ownMs.toFixed(2)} ms), against one bare synced commit and one bare request (${bareMs.toFixed(2)} ms)`;
    return [{ name, ratio: ownMs / bareMs, must: 2, aim: 1.3 }];
  } finally {
    await agent.close();
    server.kill();
    rmSync(directory, { recursive: true });
  }
}

async function measure(
  directory: string,
  send: (body: string) => Promise<void>,
): Promise<{ readonly ownMs: number; readonly bareMs: number }> {
  const path = join(directory, 'own.db');
  const journal = valueOf(openJournal({ path, account: 'default', mode: 'paper' }));
  const commit = bareCommits(join(directory, 'bare.db'));
  let desk = new BusyDesk();
  const encoder = new EventEncoder();
  let firstByteMs = NaN;
  let body = '';
  const orders = createOrders({
    session: {
      login: () => Promise.reject(new TypeError('No login here')),
      send: (sent) => {
        firstByteMs = performance.now();
        body = sent.body ?? '';
        return Promise.resolve({ kind: 'not-sent', reason: 'measured up to here' });
      },
      scrub: (text) => text,
    },
    profile: loadProfile('openbroker'),
  });
  const ownMs: number[] = [];
  const bareMs: number[] = [];
  for (let decision = 0; decision < DECISIONS; decision += 1) {
    if (decision % DECISIONS_PER_DESK === 0) desk = new BusyDesk();
    desk.refresh();
    const startMs = performance.now();
    const place = desk.decide();
    valueOf(journal.append(entriesOf(desk, encoder)));
    await orders.place(place);
    ownMs.push(firstByteMs - startMs);
    const bareStartMs = performance.now();
    commit(body);
    await send(body);
    bareMs.push(performance.now() - bareStartMs);
    desk.settle();
  }
  journal.close();
  const warm = DECISIONS / 3;
  return { ownMs: median(ownMs.slice(warm)), bareMs: median(bareMs.slice(warm)) };
}

/** What the journal keeps of the decision before anything leaves. */
function entriesOf({ event, effects }: BusyDesk, encoder: EventEncoder): readonly JournalEntry[] {
  const entries: JournalEntry[] = [];
  if (event !== null) {
    entries.push({ kind: 'event', atMs: event.atMs, event: encoder.encode(event) });
  }
  for (const effect of effects) {
    if (effect.kind !== 'record') continue;
    const { entry } = effect;
    if (entry.kind === 'intent' || entry.kind === 'attempt') entries.push(entry);
  }
  return entries;
}

function bareCommits(path: string): (text: string) => void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (v TEXT)');
  const insert = database.prepare('INSERT INTO t VALUES (?)');
  return (text) => {
    insert.run(text);
  };
}

async function post(url: string, body: string, dispatcher: Agent): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await request(url, { method: 'POST', body, headers, dispatcher });
  await answer.body.text();
}
