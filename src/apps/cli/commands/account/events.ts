import { setTimeout as delay } from 'node:timers/promises';

import { type Command } from 'commander';

import { printableJson } from '../../../../base/printable.ts';
import { type ApiEvent, readEvents } from '../../../../daemon/api/events/read-events.ts';
import { istClock } from '../../../../model/time/ist.ts';
import { CONTROL_OPTIONS, journalFor } from '../../account/control-options.ts';
import { type CliContext } from '../../cli-context.ts';
import { cliFailure } from '../../cli-failure.ts';
import { declare, type OptionsOf } from '../../options/declared-option.ts';
import { printLines } from '../../output.ts';
import { sanitize } from '../../view/span.ts';

const OPTIONS = [
  ...CONTROL_OPTIONS,
  ['--follow', 'continue with what happens, until Ctrl-C'],
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
What a running program has seen, decided, sent and learned, oldest first, as far back as it keeps it. With --json one event a
line: event, id and data, as docs/control-api.md has them. A cut line is taken up again where it was.

Examples:
  sauda events
  sauda events --follow --json | jq 'select(.data.kind == "sent")'`;

/** Where a reader has had nothing yet, what is kept. */
const ALL_KEPT = '/v1/events?from=start';
const AGAIN_AFTER_MS = 1_000;

/** `sauda events`: what happens in a running program. */
export function addEvents(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP).action((options: Options) => events(context, options));
}

async function events(context: CliContext, options: Options): Promise<void> {
  const { signal } = context;
  const journalPath = journalFor(context, options);
  const had: { lastId: string | null } = { lastId: null };
  const take = (event: ApiEvent): boolean => {
    had.lastId = event.id ?? had.lastId;
    print(context, options, event);
    return event.event !== 'live' || options.follow === true;
  };
  for (;;) {
    const end = await readEvents(journalPath, { path: ALL_KEPT, ...had, signal, take });
    if (end === 'enough' || signal.aborted) return;
    // A program that ended may be started again: its first event is a picture.
    const mayComeBack = end === 'cut' || (options.follow === true && had.lastId !== null);
    if (!mayComeBack) throw notServed(journalPath, end);
    await delay(AGAIN_AFTER_MS, null, { signal }).catch(() => undefined);
  }
}

function print(context: CliContext, options: Options, { event, id, data }: ApiEvent): void {
  if (options.json === true) {
    context.terminal.out(`${printableJson({ event, id, data })}\n`);
    return;
  }
  if (event === 'live') return;
  printLines(context, [sanitize(lineOf(event, data as Shown))]);
}

interface Shown {
  readonly atMs?: number;
  readonly date?: string;
  readonly seq?: number;
  readonly kind?: string;
  readonly state?: string;
  readonly what?: { readonly kind?: string };
  readonly notice?: { readonly severity: string; readonly code: string; readonly message: string };
}

function lineOf(event: string, data: Shown): string {
  if (event === 'standing') return `standing ${data.state ?? ''}`;
  if (event === 'picture') return `picture of ${data.date ?? ''} after ${String(data.seq)}`;
  const { atMs = 0, kind = '', notice, what } = data;
  const said = notice === undefined ? detailOf(what) : `${notice.severity}: ${notice.message}`;
  return `${istClock(atMs)} ${kind} ${said}`;
}

function detailOf(what: Shown['what']): string {
  if (what === undefined) return '';
  const { kind = '', ...rest } = what;
  return `${kind} ${JSON.stringify(rest)}`;
}

function notServed(journalPath: string, end: 'none' | 'refused') {
  const found = end === 'none' ? 'no program of this journal serves events' : 'the program refused';
  return cliFailure('platform-unavailable', 'There are no events to read', {
    file: journalPath,
    found,
    next: 'Start its program, with "api.enabled" as it is by default; what a closed day did: sauda journal FILE',
  });
}
