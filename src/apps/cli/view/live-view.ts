import { type DayView } from '../../../runtime/day-view.ts';
import { type Terminal } from '../terminal.ts';
import { type DayDisplay } from './day-display.ts';
import { renderView } from './render-view.ts';

/** At most ten pictures a second. */
const FRAME_MS = 100;
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const TO_TOP_OF_SCREEN = '\u001b[H';
const CLEAR_REST_OF_LINE = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';

/**
 * Draws the day in place: each picture over the one before, line by line. Nothing is ever cleared from the top
 * of the screen, since many terminals keep what is cleared so in their scrollback. The cursor is hidden until
 * `close`, and shown again whichever way the process ends.
 */
export function createLiveView(terminal: Terminal): DayDisplay {
  let latest: DayView | null = null;
  let toTopOfPicture = '';
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
    const lines = picture.split('\n');
    const text = lines.map((line) => `${line}${CLEAR_REST_OF_LINE}\n`).join('');
    terminal.out(`${HIDE_CURSOR}${toTopOfPicture}\r${text}${CLEAR_BELOW}`);
    toTopOfPicture = `\u001b[${String(lines.length)}A`;
  };
  const stopResize = terminal.onResize(() => {
    // Lines may have been wrapped anew: the old picture's height is not known any more.
    toTopOfPicture = TO_TOP_OF_SCREEN;
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
    // The picture has the latest orders and notices.
    progress: () => undefined,
    note: () => undefined,
    close: () => {
      draw();
      stopResize();
      process.off('exit', showCursor);
      showCursor();
    },
  };
}
