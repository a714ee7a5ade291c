import { describe, expect, it, test } from 'vitest';

import { dayView, orderView } from '../../../../test/support/day-view.ts';
import { fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import { createLiveView } from './live-view.ts';
import { HELP_LINES } from './view-keys.ts';

const SHOW_CURSOR = '\u001b[?25h';

test('a burst of views is one picture at once and the last one at the end, with the cursor given back', () => {
  const terminal = fakeTerminal({ isInteractive: true });
  const listenersBefore = process.listenerCount('exit');
  const display = createLiveView(terminal);
  for (let shown = 0; shown < 500; shown += 1) {
    display.show(dayView({ venue: `v${String(shown)}` }));
  }
  display.close();
  const pictures = terminal.written.out.split('\u001b[J').slice(0, -1);
  expect(pictures.length).toBeLessThanOrEqual(3);
  expect(pictures[0]).toContain('v0');
  expect(pictures.at(-1)).toContain('v499');
  expect(terminal.written.out.endsWith(SHOW_CURSOR)).toBe(true);
  expect(process.listenerCount('exit')).toBe(listenersBefore);
});

test('each picture goes over the one before, line by line, and clears below itself alone', () => {
  const terminal = fakeTerminal({ isInteractive: true });
  const display = createLiveView(terminal);
  display.show(dayView({ orders: [orderView(), orderView()] }));
  const height = terminal.written.out.split('\n').length - 1;
  const before = terminal.written.out.length;
  display.show(dayView());
  display.close();
  const second = terminal.written.out.slice(before);
  expect(second.startsWith(`\u001b[?25l\u001b[${String(height)}A\r`)).toBe(true);
  const lines = second.split('\n');
  expect(lines.slice(0, -1).every((line) => line.endsWith('\u001b[K'))).toBe(true);
  expect(lines.at(-1)).toBe(`\u001b[J${SHOW_CURSOR}`);
});

test('a change of size draws from the top of the screen without clearing it', () => {
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
  expect(after.startsWith('\u001b[?25l\u001b[H\r')).toBe(true);
  expect(after.slice(0, after.lastIndexOf('\n'))).not.toContain('\u001b[J');
  expect(terminal.written.out).not.toContain('\u001b[2J');
  display.close();
});

describe('keys', () => {
  /** A view with keys, and how often it was left. */
  function keyed() {
    const ended: string[] = [];
    let send: (text: string) => void = () => undefined;
    const terminal = fakeTerminal({
      isInteractive: true,
      onKeys: (listener) => {
        send = listener;
        return () => ended.push('keys');
      },
    });
    const display = createLiveView(terminal, { leave: () => ended.push('left') });
    display.show(dayView({ orders: [orderView(), orderView()] }));
    const press = (text: string): string => {
      const before = terminal.written.out.length;
      send(text);
      return terminal.written.out.slice(before);
    };
    return { display, press, ended, terminal };
  }

  it('help is shown and goes away, within 80 columns', () => {
    const { press, display } = keyed();
    const help = press('?');
    expect(help).toContain('Keys of the live view');
    for (const line of HELP_LINES) expect(Array.from(line).length).toBeLessThan(80);
    expect(press('?')).toContain('short-straddle');
    display.close();
  });

  it('q asks, and a second one ends the run', () => {
    const { press, display, ended } = keyed();
    expect(press('q')).toContain('q again ends the run; orders and positions stay');
    press('x');
    press('q');
    expect(ended).toEqual([]);
    press('q');
    expect(ended).toEqual(['left']);
    display.close();
    expect(ended).toEqual(['left', 'keys']);
  });

  it('a q that is held down ends the run in order all the same', () => {
    const { press, display, ended } = keyed();
    press('qqqq');
    press('q');
    expect(ended).toEqual(['left']);
    display.close();
  });

  it('the last picture has no line for keys', () => {
    const { press, display, terminal } = keyed();
    press('\u001b[C');
    const before = terminal.written.out.length;
    display.close();
    expect(terminal.written.out.slice(before)).not.toContain('? help');
  });
});
