import { expect, it } from 'vitest';

import { delivered, untilAborted } from '../../../test/support/alert-rig.ts';
import { instantAt } from '../../model/time/ist.ts';
import { type AlertMessage, type DeliveryFailure } from '../../ports/notifier.ts';
import { type AlertChannel, ChannelQueue, type ChannelQueueOptions } from './channel-queue.ts';

const PASSING: DeliveryFailure = { reason: 'not-sent', detail: 'ECONNREFUSED', isPassing: true };

function aMessage(over: Partial<AlertMessage> = {}): AlertMessage {
  return { severity: 'critical', code: 'halted', ...over } as AlertMessage;
}

function aQueue(
  over: Partial<AlertChannel> & Partial<Pick<ChannelQueueOptions, 'wait'>> & { at?: string } = {},
) {
  const { at = '12:00', wait = () => Promise.resolve(), ...channel } = over;
  const sent: AlertMessage[] = [];
  const health: (string | null)[] = [];
  const queue = new ChannelQueue({
    channel: {
      name: 'desk',
      severity: 'warning',
      quietHours: null,
      notifier: {
        send: (message) => {
          sent.push(message);
          return Promise.resolve({ ok: true, value: null });
        },
      },
      ...channel,
    },
    clock: { nowMs: () => instantAt('2026-11-20', at) },
    wait,
    onHealth: (trouble) => health.push(trouble),
  });
  return { queue, sent, health };
}

it('tries a message four times, gives it up with one report, and reports once that it works again', async () => {
  const waits: number[] = [];
  let tries = 0;
  let isDown = true;
  const { queue, health } = aQueue({
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    notifier: {
      send: () => {
        tries += 1;
        return Promise.resolve(isDown ? { ok: false, error: PASSING } : { ok: true, value: null });
      },
    },
  });
  queue.offer(aMessage());
  queue.offer(aMessage());
  await delivered();
  expect([tries, waits, health]).toEqual([
    8,
    [2_000, 10_000, 30_000, 2_000, 10_000, 30_000],
    ['ECONNREFUSED'],
  ]);
  isDown = false;
  queue.offer(aMessage());
  queue.offer(aMessage());
  await delivered();
  expect(health).toEqual(['ECONNREFUSED', null]);
});

it('ends in time while its channel hangs', async () => {
  let isOver = false;
  const { queue: hanging } = aQueue({ notifier: { send: () => new Promise(() => undefined) } });
  hanging.offer(aMessage());
  await hanging.close(5_000).then(() => (isOver = true));
  expect(isOver).toBe(true);
});

it('tries what waits once more when it is closed, without a pause', async () => {
  let tries = 0;
  const { queue, health } = aQueue({
    wait: untilAborted,
    notifier: {
      send: () => {
        tries += 1;
        return Promise.resolve({ ok: false, error: PASSING });
      },
    },
  });
  queue.offer(aMessage());
  queue.offer(aMessage());
  await delivered();
  expect(tries).toBe(1);
  await queue.close(5_000);
  expect([tries, health]).toEqual([3, ['ECONNREFUSED']]);
});

it('drops the oldest that is not critical when it is full', async () => {
  const taken: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { queue } = aQueue({
    severity: 'info',
    notifier: {
      send: async ({ id }) => {
        await held;
        taken.push(id);
        return { ok: true, value: null };
      },
    },
  });
  queue.offer(aMessage({ id: 'first' }));
  await delivered();
  queue.offer(aMessage({ id: '0' }));
  queue.offer(aMessage({ id: 'minor', severity: 'warning' }));
  for (let number = 1; number < 100; number += 1) queue.offer(aMessage({ id: String(number) }));
  release();
  await delivered();
  expect(taken).toEqual(['first', ...Array.from({ length: 100 }, (_, number) => String(number))]);
});

it.each([
  ['warning', '12:00', 1],
  ['info', '12:00', 0],
  ['warning', '23:30', 0],
  ['warning', '06:59', 0],
  ['warning', '07:00', 1],
  ['critical', '23:30', 1],
] as const)(
  '%s at %s is sent %i times by a channel of warnings that is quiet at night',
  async (severity, at, times) => {
    const quietHours = { fromMinutes: 22 * 60, untilMinutes: 7 * 60 };
    const { queue, sent } = aQueue({ quietHours, at });
    queue.offer(aMessage({ severity }));
    await delivered();
    expect(sent).toHaveLength(times);
  },
);
