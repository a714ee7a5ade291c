import { expect, it } from 'vitest';

import { type AlertMessage, type Notifier } from '../../src/ports/notifier.ts';

/** What must never be in a failure. */
export const CANARY = 'canary+secret/1234';

export const MESSAGE: AlertMessage = {
  kind: 'fired',
  id: 'a1',
  code: 'polls-stale',
  severity: 'critical',
  account: 'default',
  mode: 'paper',
  runId: null,
  atMs: 1_790_000_000_000,
  title: '[paper] default: the orders <!channel> cannot be polled & seen',
  action: 'Look at the platform: sauda status',
};

/** A channel whose other side behaves in one way, and what that side got. */
export interface Reached extends AsyncDisposable {
  readonly notifier: Notifier;
  /** Messages that arrived, as text. */
  readonly arrived: () => readonly string[];
}

/** Opens a channel, with secrets that have `CANARY` in them, to a side that takes, refuses or never answers. */
export type OpenChannel = (
  side: 'takes' | 'refuses' | 'hangs' | 'absent' | 'redirects',
  timeoutMs: number,
) => Promise<Reached>;

const LONG_MS = 20_000;
const SHORT_MS = 150;

/** What the Notifier port promises. */
export function notifierContract(open: OpenChannel): void {
  it('delivers a message whole, once', async () => {
    await using reached = await open('takes', LONG_MS);
    expect(await reached.notifier.send(MESSAGE)).toEqual({ ok: true, value: null });
    expect(reached.arrived()).toHaveLength(1);
    expect(reached.arrived()[0]).toContain('cannot be polled');
    expect(reached.arrived()[0]).toContain('sauda status');
  });

  it.each(['refuses', 'absent'] as const)(
    'fails with a value when the other side %s',
    async (side) => {
      await using reached = await open(side, LONG_MS);
      const sent = await reached.notifier.send(MESSAGE);
      expect(sent).toMatchObject({
        ok: false,
        error: { isPassing: expect.any(Boolean) as boolean },
      });
      expectNoSecret(sent);
    },
  );

  it('gives up after its time limit', async () => {
    await using reached = await open('hangs', SHORT_MS);
    const sent = await reached.notifier.send(MESSAGE);
    expect(sent).toMatchObject({ ok: false, error: { reason: 'timeout', isPassing: true } });
    expectNoSecret(sent);
  });
}

/** What one over HTTP promises further. */
export function redirectContract(open: OpenChannel): void {
  it('follows no redirect', async () => {
    await using reached = await open('redirects', LONG_MS);
    const sent = await reached.notifier.send(MESSAGE);
    expect(sent).toMatchObject({ ok: false, error: { reason: 'redirected', isPassing: false } });
    expect(reached.arrived()).toHaveLength(1);
    expectNoSecret(sent);
  });
}

function expectNoSecret(sent: unknown): void {
  const text = JSON.stringify(sent);
  for (const form of [CANARY, encodeURIComponent(CANARY), 'canary']) {
    expect(text).not.toContain(form);
  }
}
