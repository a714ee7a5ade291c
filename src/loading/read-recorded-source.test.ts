import { expect, it } from 'vitest';

import { valuesIn } from './recorded-sources.ts';

const AT = Date.parse('2024-03-01T09:20+05:30');

it.each([
  ['"2024-03-01T09:20:00+05:30"', AT],
  ['"2024-03-01 09:20"', AT],
  ['"2024-03-01T03:50:00.000Z"', AT],
  [String(AT), AT],
  ['"2024-03-01T09:20:00.0001+05:30"', AT + 1],
])('reads a value of %s', (time, atMs) => {
  const read = valuesIn(`\uFEFF{"time":${time},"value":{"side":"up"}}\r\n\n`, 'bias.jsonl');
  expect(read).toEqual({ ok: true, value: [{ atMs, value: { side: 'up' } }] });
});

it('brings values into the order of their times, and leaves those of one as they are', () => {
  const line = (time: string, value: number): string => JSON.stringify({ time, value });
  const lines = [
    line('2024-03-01T09:21', 1),
    line('2024-03-01T09:20', 2),
    line('2024-03-01T09:20', 3),
  ];
  const read = valuesIn(lines.join('\n'), 'bias.jsonl');
  expect(read.ok ? read.value.map(({ value }) => value) : []).toEqual([2, 3, 1]);
});

it.each([
  ['true', 'Line is no JSON object', 'true'],
  ['{"time":"2024-03-01T09:20"', 'Line is no JSON object', '{"time":"2024-03-01T09:20"'],
  ['{"value":1}', 'Line lacks "time"', '{"value":1}'],
  ['{"time":"2024-03-01T09:20"}', 'Line lacks "value"', '{"time":"2024-03-01T09:20"}'],
  ['{"time":"09:20","value":1}', 'Time cannot be read', '"09:20"'],
  ['{"time":"2024-02-30T09:20","value":1}', 'Time cannot be read', '"2024-02-30T09:20"'],
  ['{"time":1709265000,"value":1}', 'Time cannot be read', '1709265000'],
])('refuses %j with its line', (line, message, found) => {
  const good = '{"time":"2024-03-01T09:20","value":null}';
  const read = valuesIn(`${good}\n\n${line}\n`, 'bias.jsonl');
  expect(read).toMatchObject({
    ok: false,
    error: [
      { file: 'bias.jsonl', line: 3, message, found, allowed: expect.any(String) as unknown },
    ],
  });
});

it('refuses a file without a value, and counts bad lines beyond the first twenty', () => {
  expect(valuesIn('\n', 'x')).toMatchObject({ error: [{ message: 'Recorded source is empty' }] });
  const read = valuesIn('x\n'.repeat(25), 'x');
  expect(read.ok ? [] : read.error.length).toBe(21);
  expect(read.ok ? '' : read.error.at(-1)?.message).toBe('And 5 more lines cannot be read');
});
