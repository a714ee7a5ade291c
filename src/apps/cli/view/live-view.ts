import { type DayView } from '../../../runtime/day-view.ts';
import { type Terminal } from '../terminal.ts';
import { type DayDisplay } from './day-display.ts';
import { renderView } from './render-view.ts';

/** At most ten pictures a second. */
const FRAME_MS = 100;
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';

/**
 * Draws the day in place: each picture over the one before. The cursor is hidden until `close`, and shown again
 * whichever way the process ends.
 */
export function createLiveView(terminal: Terminal): DayDisplay {
  let latest: DayView | null = null;
  let linesDrawn = 0;
  let drawnAtMs = -Infinity;
  let timer: NodeJS.Timeout | null = null;

  const showCursor = (): void => {
    terminal.out(SHOW_CURSOR);
  };
  const draw = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (latest === null) return;
    drawnAtMs = Date.now();
    const picture = renderView(latest, { ...terminal.size(), color: terminal.hasColor });
    const back = linesDrawn > 0 ? `\u001b[${String(linesDrawn)}A` : '';
    linesDrawn = picture.split('\n').length;
    terminal.out(`${HIDE_CURSOR}${back}\r\u001b[J${picture}\n`);
  };
  const stopResize = terminal.onResize(() => {
    // Lines may have been wrapped anew: the old picture's height is not known any more.
    linesDrawn = 0;
    terminal.out('\u001b[2J\u001b[H');
    draw();
  });
  process.once('exit', showCursor);

  return {
    show: (view) => {
      latest = view;
      const sinceMs = Date.now() - drawnAtMs;
      if (sinceMs >= FRAME_MS) draw();
      else timer ??= setTimeout(draw, FRAME_MS - sinceMs);
    },
    // The picture has the latest notices.
    note: () => undefined,
    close: () => {
      draw();
      stopResize();
      process.off('exit', showCursor);
      showCursor();
    },
  };
}
