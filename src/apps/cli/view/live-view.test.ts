import { expect, test } from 'vitest';

import { dayView } from '../../../../test/support/day-view.ts';
import { fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import { createLiveView } from './live-view.ts';

const SHOW_CURSOR = '\u001b[?25h';

test('a burst of views is one picture at once and the last one at the end, with the cursor given back', () => {
  const terminal = fakeTerminal({ isInteractive: true });
  const listenersBefore = process.listenerCount('exit');
  const display = createLiveView(terminal);
  for (let shown = 0; shown < 500; shown += 1) {
    display.show(dayView({ venue: `v${String(shown)}` }));
  }
  display.close();
  const pictures = terminal.written.out.split('\u001b[J').slice(1);
  expect(pictures.length).toBeLessThanOrEqual(3);
  expect(pictures[0]).toContain('v0');
  expect(pictures.at(-1)).toContain('v499');
  expect(terminal.written.out.endsWith(SHOW_CURSOR)).toBe(true);
  expect(process.listenerCount('exit')).toBe(listenersBefore);
});

test('each picture goes over the one before: up by its height', () => {
  const terminal = fakeTerminal({ isInteractive: true });
  const display = createLiveView(terminal);
  display.show(dayView());
  const height = terminal.written.out.split('\n').length - 1;
  display.close();
  expect(terminal.written.out).toContain(`\u001b[${String(height)}A\r\u001b[J`);
});

test('a change of size starts on an empty screen', () => {
  let resize: () => void = () => undefined;
  const terminal = fakeTerminal({
    isInteractive: true,
    onResize: (listener) => {
      resize = listener;
      return () => undefined;
    },
  });
  const display = createLiveView(terminal);
  display.show(dayView());
  const before = terminal.written.out.length;
  resize();
  const after = terminal.written.out.slice(before);
  expect(after.startsWith('\u001b[2J\u001b[H\u001b[?25l\r\u001b[J')).toBe(true);
  display.close();
});
