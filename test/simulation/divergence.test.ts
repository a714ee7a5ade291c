import { EMPTY, map, merge } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { fail } from '../../src/base/result.ts';
import { type Json } from '../../src/base/json.ts';
import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { type LoadedStrategy } from '../../src/loading/load-strategy.ts';
import { toldText } from '../../src/notices/told-notice.ts';
import { type ReadableJournal } from '../../src/ports/journal.ts';
import { alert, startPosition } from '../../src/strategy/commands.ts';
import { defineSource } from '../../src/strategy/context.ts';
import { defineStrategy } from '../../src/strategy/define-strategy.ts';
import { z } from '../../src/strategy/parameters.ts';
import {
  at,
  DATE,
  entriesIn,
  type GoneProcess,
  journalOf,
  processOf,
} from '../support/recorded-day.ts';

/** Says something at two times; the second time and word are given. */
function speaker(word: string, params: object = {}, time = '09:30'): LoadedStrategy {
  const strategy = defineStrategy({
    name: 'speaker',
    params: z.object({ lots: z.number().default(1) }),
    run: (context) =>
      merge(
        context.at('09:20').pipe(map(() => alert('info', 'first'))),
        context.at(time).pipe(map(() => alert('info', word))),
        context.at('09:50').pipe(
          map(() => {
            const times = Number(context.store.get('times') ?? 0) + 1;
            context.store.set('times', times);
            return alert('info', `last ${String(times)}`);
          }),
        ),
      ),
  });
  return { path: 'speaker', strategy, params: strategy.params.parse(params), sourceHash: word };
}

/** Starts a position at a time, or at once when that is over. */
function starter(time: string): LoadedStrategy {
  const strategy = defineStrategy({
    name: 'starter',
    params: z.object({}),
    run: (context) =>
      context.at(time, { late: 'run' }).pipe(
        map(() =>
          startPosition({
            position: 'p',
            ticker: 'NIFTY',
            legs: [{}],
          }),
        ),
      ),
  });
  return { path: 'starter', strategy, params: {}, sourceHash: 'starter' };
}

async function recorded(until = '09:40'): Promise<ReadableJournal> {
  const journal = createMemoryJournal();
  const first = await processOf({
    journal,
    strategies: [speaker('second')],
    fromMs: at('09:14'),
    untilMs: at(until),
  });
  first.day.stop();
  return journal;
}

async function again(
  strategies: readonly LoadedStrategy[],
  over: Partial<Parameters<typeof processOf>[0]> = {},
): Promise<GoneProcess> {
  const journal = over.journal ?? (await recorded());
  return processOf({
    journal,
    strategies,
    fromMs: at('09:41'),
    untilMs: at('09:55'),
    ...over,
  });
}

const stateOf = ({ day }: GoneProcess): string =>
  day
    .view()
    .runs.map(({ state, detail }) => `${state} ${detail}`.trim())
    .join('; ');
const said = ({ commands }: GoneProcess): readonly string[] =>
  commands.map((line) => (JSON.parse(line) as { command: { message: string } }).command.message);

describe('a run whose replay', () => {
  it('is the same goes on, and emits what is on record once', async () => {
    const process = await again([speaker('second')]);
    expect(stateOf(process)).toBe('completed');
    expect(said(process)).toEqual(['first', 'second', 'last 1']);
  });

  it('differs is held at the first differing command, with both sides', async () => {
    const process = await again([speaker('other')]);
    expect(stateOf(process)).toMatch(
      /^held Its replay differs from the journal at command 1: recorded alert .*"second".* at 09:30:00, replayed alert .*"other".* at 09:30:00$/,
    );
    expect(said(process)).toEqual(['first', 'second']);
  });

  it('has a command more, or one less, is held', async () => {
    expect(stateOf(await again([speaker('second', {}, '09:25')]))).toMatch(
      /recorded none, replayed alert .*09:25:00$/,
    );
    expect(stateOf(await again([speaker('second', {}, '09:45')]))).toMatch(
      /recorded alert .*09:30:00, replayed none$/,
    );
  });

  it('would have other parameters is held up front', async () => {
    expect(stateOf(await again([speaker('second', { lots: 2 })]))).toBe(
      'held Its parameters were changed (recorded {"lots":1}, found {"lots":2}) since it started',
    );
  });

  it('is not asked for any more is held', async () => {
    expect(stateOf(await again([]))).toMatch(
      /^held Its strategy "speaker" was left out, or was not/,
    );
  });

  it('is back after it was not asked for stays held, for a reason that is still true, until it is adopted', async () => {
    const journal = await recorded();
    const without = await again([], { journal, untilMs: at('09:45') });
    without.day.stop();
    const back = await again([speaker('second')], {
      journal: journalOf(entriesIn(journal)),
      fromMs: at('09:46'),
    });
    expect(stateOf(back)).toBe(
      'held Its strategy "speaker" was left out, or was not in the configuration, when the program restarted',
    );
    const [{ runId } = { runId: '' }] = back.day.view().runs;
    back.day.ask({ action: 'release', runId, how: 'adopt', reason: 'looked' });
    expect(stateOf(back)).toMatch(/^(running|completed)$/);
  });

  it('differs and is adopted goes on, after another restart too', async () => {
    const journal = await recorded();
    const adopted = await again([speaker('other')], { journal, onDivergence: 'adopt' });
    adopted.day.stop();
    expect(stateOf(adopted)).toBe('completed');
    expect(said(adopted)).toEqual(['first', 'second', 'last 1']);
    const entries = entriesIn(journal);
    const later = await again([speaker('other')], {
      journal: journalOf(entries),
      fromMs: at('09:56'),
      untilMs: at('09:58'),
    });
    expect(stateOf(later)).toBe('completed');
    expect(said(later)).toEqual(['first', 'second', 'last 1']);
  });
});

describe('a held run that is not adopted', () => {
  it.each(['stop', 'flatten'] as const)('does nothing more: %s', async (onDivergence) => {
    const journal = await recorded();
    const process = await again([speaker('other')], { journal, onDivergence });
    expect(said(process)).toEqual(['first', 'second']);
    expect(entriesIn(journal).filter(({ kind }) => kind === 'store')).toEqual([]);
  });
});

describe('a run whose other program was adopted', () => {
  const restarted = async (found: readonly LoadedStrategy[]): Promise<string> => {
    const journal = await recorded();
    const adopted = [speaker('second', { lots: 2 })];
    const first = await again(adopted, { journal, untilMs: at('09:45'), onDivergence: 'adopt' });
    first.day.stop();
    return stateOf(
      await again(found, { journal: journalOf(entriesIn(journal)), fromMs: at('09:46') }),
    );
  };

  it('goes on after a restart with the same', async () => {
    expect(await restarted([speaker('second', { lots: 2 })])).toBe('completed');
  });

  it('is held again with yet other parameters, or with those of before', async () => {
    expect(await restarted([speaker('second', { lots: 3 })])).toBe(
      'held Its parameters were changed (recorded {"lots":2}, found {"lots":3}) since it was adopted',
    );
    expect(await restarted([speaker('second')])).toMatch(/^held .*found {"lots":1}/);
  });

  it('is held again with yet another source', async () => {
    expect(await restarted([speaker('other', { lots: 2 })])).toBe(
      'held Its source was changed since it was adopted',
    );
  });

  it('is held again when it is not asked for any more', async () => {
    expect(await restarted([])).toMatch(/^held Its strategy "speaker" was left out, or was not/);
  });
});

describe('the sources of a held run', () => {
  const listening = (word: string): LoadedStrategy => {
    const { strategy, ...loaded } = speaker(word);
    const sources = [defineSource<Json>({ name: 'news', open: () => EMPTY })];
    return { ...loaded, strategy: { ...strategy, sources } };
  };
  // In virtual time they are not opened, which is told where they would be.
  const opened = ({ notices }: GoneProcess): number =>
    notices.filter((notice) => notice.includes('"news"')).length;

  it('are opened when it is adopted, and not before', async () => {
    const process = await again([listening('other')]);
    expect(opened(process)).toBe(0);
    const runId = `speaker@${DATE}/paper`;
    process.day.ask({ action: 'release', runId, how: 'adopt', reason: 'known' });
    process.day.ask({ action: 'release', runId, how: 'adopt', reason: 'once more' });
    expect(opened(process)).toBe(1);
    expect(opened(await again([listening('other')], { onDivergence: 'adopt' }))).toBe(1);
  });

  it('stay closed when it is stopped', async () => {
    expect(opened(await again([listening('other')], { onDivergence: 'stop' }))).toBe(0);
  });
});

describe('a journal', () => {
  it('of another program is refused, and nothing is sent', async () => {
    const journal = await recorded();
    const entries = entriesIn(journal);
    const made = {
      kind: 'intent',
      atMs: entries.at(-1)?.atMs ?? 0,
      runId: 'speaker@2026-10-30/paper',
      tag: 'foreign',
      leg: 'ce',
      role: 'entry',
      parametersHash: 'x',
      mode: 'paper',
      account: 'test',
      build: 'b',
    } as const;
    const process = await again([speaker('second')], { journal: journalOf([...entries, made]) });
    expect(process.refused).toMatch(
      /the journal has the intent foreign .*, this program makes nothing$/,
    );
    expect(process.sent).toEqual([]);
  });

  it('carries stores from one day to the next', async () => {
    const journal = createMemoryJournal();
    for (const date of ['2026-10-29', '2026-10-30']) {
      const process = await processOf({
        journal,
        strategies: [speaker('second')],
        fromMs: at('09:14', date),
        untilMs: at('09:55', date),
        date,
      });
      process.day.stop();
      expect(said(process).at(-1)).toBe(date === '2026-10-29' ? 'last 1' : 'last 2');
    }
  });

  it('carries a halt to the next day', async () => {
    const journal = createMemoryJournal();
    const first = await processOf({
      journal,
      strategies: [speaker('second')],
      fromMs: at('09:14', '2026-10-29'),
      untilMs: at('09:20', '2026-10-29'),
      date: '2026-10-29',
    });
    first.day.ask({ action: 'halt', state: 'halted', reason: 'test' });
    first.day.stop();
    const next = await again([speaker('second')], { journal, fromMs: at('09:14') });
    expect(next.day.view().halt).toMatchObject({ state: 'halted', reason: 'test' });
  });

  it.each([
    ['begins', '09:14'],
    ['is recovered', '09:15'],
  ])('obeys a halt that was left before it %s', async (_, from) => {
    const fromMs = at(from);
    const journal = createMemoryJournal();
    if (from !== '09:14') {
      const before = await processOf({
        journal,
        strategies: [starter('09:20')],
        fromMs: at('09:14'),
        untilMs: fromMs,
      });
      before.day.stop();
    }
    const asked = [{ action: 'halt', state: 'halted', reason: 'left' }] as const;
    // It starts a position as soon as it runs, or as soon as it is looked at again.
    const strategies = [starter(from === '09:14' ? '09:14' : '09:20')];
    const late = from === '09:14' ? fromMs : at('09:20');
    const halted = await again(strategies, { journal, fromMs: late, untilMs: late + 1_000, asked });
    expect(halted.sent).toEqual([]);
    expect(halted.day.picture().refusals).toBe(1);
  });

  it('says that what was asked is not kept while the journal fails', async () => {
    const journal: ReadableJournal = {
      ...createMemoryJournal(),
      append: () => fail({ kind: 'full', detail: 'no space left', next: 'free some' }),
    };
    const { day } = await again([speaker('second')], { journal });
    const told = day.ask({ action: 'halt', state: 'halted', reason: 'odd' });
    expect(told.map((one) => toldText(one)).join()).toContain('forgotten if the program ends');
  });
});
