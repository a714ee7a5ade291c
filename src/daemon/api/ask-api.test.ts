import { createServer, type RequestListener, type Server } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { ControlDirectory } from '../control/control-directory.ts';
import { type ControlRequest } from '../control/control-request.ts';
import { apiSocketOf, apiTokenFileOf } from './api-place.ts';
import { askApi } from './ask-api.ts';

const FLATTEN: ControlRequest = { action: 'flatten', runId: null, reason: 'r' };
const HALT: ControlRequest = { action: 'halt', state: 'halted', reason: 'r' };

let directory: string;
let journalPath: string;
let server: Server | null;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-ask-'));
  journalPath = join(directory, 'a.journal');
  new ControlDirectory(journalPath);
  writeFileSync(apiTokenFileOf(journalPath), 'a'.repeat(64), { mode: 0o600 });
  server = null;
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  rmSync(directory, { recursive: true, force: true });
});

/** A program that answers the look before a request, and the request itself as a test says. */
async function answering(post: RequestListener): Promise<void> {
  const made = createServer((request, response) => {
    if (request.method === 'POST') post(request, response);
    else response.end('{}');
  });
  server = made;
  await new Promise<void>((resolve) => made.listen(apiSocketOf(journalPath), resolve));
}

const ask = (request: ControlRequest): ReturnType<typeof askApi> =>
  askApi(journalPath, { id: '000000000000001-1', request });

const status =
  (code: number): RequestListener =>
  (_, response) => {
    response.writeHead(code).end('{"code": "any"}');
  };
const cutOff: RequestListener = (request) => {
  request.socket.destroy();
};

it.each([
  ['a fault of the program', status(500)],
  ['an answer of something in between', status(502)],
  ['a connection that ends before the answer', cutOff],
  ['an answer that is no answer', (_, response) => response.end('not json')],
] satisfies [string, RequestListener][])(
  'does not ask again by another way after %s: it may be done',
  async (_, post) => {
    await answering(post);
    expect(await ask(FLATTEN)).toEqual({ kind: 'taken' });
  },
);

it('has a halt asked by files too, as it must be done and may be done twice', async () => {
  await answering(status(500));
  expect(await ask(HALT)).toBeNull();
});

it.each([400, 401, 403, 404, 409, 422])('leaves to files what is refused with %i', async (code) => {
  await answering(status(code));
  expect(await ask(FLATTEN)).toBeNull();
});

it('leaves to files what never left: a program that ended between the look and the request', async () => {
  let looks = 0;
  const made = createServer((_, response) => {
    looks += 1;
    made.close();
    response.writeHead(200, { connection: 'close' }).end('{}');
  });
  server = made;
  await new Promise<void>((resolve) => made.listen(apiSocketOf(journalPath), resolve));
  expect(await ask(FLATTEN)).toBeNull();
  expect(looks).toBe(1);
});
