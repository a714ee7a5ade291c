import { type DayView } from '../../../day/day-view.ts';
import { type OperatorCommands } from '../../../notices/operator-commands.ts';
import { type Terminal } from '../terminal.ts';
import { itemCounts, renderView } from './render-view.ts';
import { type DayDisplay } from './run-standing.ts';
import { HELP_LINES, keysIn, NO_CHOICE, pressed, type ShownChoice } from './view-keys.ts';

/** At most ten pictures a second. */
const FRAME_MS = 100;
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const TO_TOP_OF_SCREEN = '\u001b[H';
const CLEAR_REST_OF_LINE = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';

/** What the view can do besides showing. */
export interface LiveViewOptions {
  /** Called once when the reader leaves by keys. */
  readonly leave?: () => void;
  /** The commands in notices. @default without an account */
  readonly commands?: OperatorCommands | undefined;
}

/**
 * Draws the day in place: each picture over the one before, line by line. Nothing is ever cleared from the top
 * of the screen, since many terminals keep what is cleared so in their scrollback. The cursor is hidden until
 * `close`, and shown again whichever way the process ends. Keys choose what is shown; `q`, twice, calls `leave`.
 */
export function createLiveView(
  terminal: Terminal,
  { leave = () => undefined, commands }: LiveViewOptions = {},
): Required<DayDisplay> {
  let latest: DayView | null = null;
  let toTopOfPicture = '';
  let drawnAtMs = -Infinity;
  let timer: NodeJS.Timeout | null = null;
  let choice: ShownChoice = NO_CHOICE;
  const leaveOnce = once(leave);
  const showCursor = terminal.out.bind(terminal, SHOW_CURSOR);
  const draw = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (latest === null) return;
    drawnAtMs = Date.now();
    const shown = stopKeys === null ? null : choice;
    const lines = pictureOf(latest, terminal, { choice: shown, commands });
    const text = lines.map((line) => `${line}${CLEAR_REST_OF_LINE}\n`).join('');
    terminal.out(`${HIDE_CURSOR}${toTopOfPicture}\r${text}${CLEAR_BELOW}`);
    toTopOfPicture = `\u001b[${String(lines.length)}A`;
  };
  const stopResize = terminal.onResize(() => {
    // Lines may have been wrapped anew: the old picture's height is not known any more.
    toTopOfPicture = TO_TOP_OF_SCREEN;
    draw();
  });
  let stopKeys = terminal.onKeys((text) => {
    if (latest !== null) choice = afterKeys(choice, { text, view: latest, leave: leaveOnce });
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
      stopKeys?.();
      stopKeys = null;
      draw();
      stopResize();
      process.off('exit', showCursor);
      showCursor();
    },
  };
}

/** Leaving a second time would end the process at once, with orders under way: a key that is held down must not. */
function once(leave: () => void): () => void {
  let isLeft = false;
  return () => {
    if (!isLeft) leave();
    isLeft = true;
  };
}

/** What is chosen after what a terminal sent. */
function afterKeys(
  choice: ShownChoice,
  {
    text,
    view,
    leave,
  }: { readonly text: string; readonly view: DayView; readonly leave: () => void },
): ShownChoice {
  const choices = { items: itemCounts(view), isLastUpsideDown: view.notices.length > 0 };
  return keysIn(text).reduce((chosen, key) => {
    if (key === 'quit' && chosen.isLeaving) leave();
    return pressed(chosen, key, choices);
  }, choice);
}

function pictureOf(
  view: DayView,
  terminal: Terminal,
  {
    choice,
    commands,
  }: {
    readonly choice: ShownChoice | null;
    readonly commands: OperatorCommands | undefined;
  },
): readonly string[] {
  const { columns, rows } = terminal.size();
  if (choice?.isHelp === true) {
    return HELP_LINES.slice(0, rows - 1).map((line) => line.slice(0, columns - 1));
  }
  return renderView(view, { columns, rows, color: terminal.hasColor, choice, commands }).split(
    '\n',
  );
}
