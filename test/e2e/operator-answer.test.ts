import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { type DayStatus } from '../../src/day/day-status.ts';
import { instantAt, MINUTE_MS } from '../../src/model/time/ist.ts';
import { expectEachOnce } from './expect-orderly.ts';
import { openRecorded } from './recorded-platform.ts';
import { Rehearsal } from './rehearsal.ts';

const DATE = '2026-10-30';
const rehearsal = new Rehearsal({ strategies: ['waiting.yaml', 'twice.mjs'] });
/** Asks two things under one name: the second replaces the first, whichever process asked it. */
const TWICE = `import { map, merge } from 'rxjs';
import { alert, ask, defineStrategy, z } from 'sauda';
export default defineStrategy({
  name: 'twice',
  params: z.object({}),
  run: ({ after, answers }) =>
    merge(
      after(0).pipe(map(() => ask('go-on', 'The first'))),
      after(120_000).pipe(map(() => ask('go-on', 'The second'))),
      answers.pipe(map(({ question, answer }) => alert('info', 'Heard ' + answer + ' to ' + question))),
    ),
});
`;
afterAll(async () => {
  await rehearsal.close();
});

async function status(): Promise<DayStatus> {
  const { out } = await rehearsal.operate('status', '--json');
  return JSON.parse(out) as DayStatus;
}

test('an answer is given once, whatever is killed before and after it', async () => {
  copyFileSync(
    join(import.meta.dirname, 'waiting.yaml'),
    join(rehearsal.directory, 'waiting.yaml'),
  );
  rehearsal.write('twice.mjs', TWICE);
  // An entry waits ten seconds for its first quote: on a busy machine they must not be over before one is polled.
  const platform = await openRecorded(rehearsal, { at: `${DATE}T10:00`, speed: 20 });
  const first = rehearsal.startDay();
  await first.until('the rule waits', () => first.err.includes('It waits'));
  await first.killNine();
  await rehearsal.untilMs(rehearsal.nowMs() + 6 * MINUTE_MS);
  const second = rehearsal.startDay();
  await second.until('it asks', () => second.err.includes('Decide on rule "late"'));
  await second.killNine();
  const third = rehearsal.startDay();
  // Told before the journal had it, or after: it asks either way.
  await third.until('it asks again', () => third.err.includes('Decide on rule "late"'));
  const { questions } = await status();
  expect(questions.find(({ name }) => name === 'rule-late')).toMatchObject({
    question: 'rule-late',
    untilMs: instantAt(DATE, '15:08'),
  });
  expect(platform.orders()).toEqual([]);

  const toTwice = (question: string) =>
    rehearsal.operate('answer', 'twice', question, 'no', '--reason', 'calm');
  expect(questions.find(({ name }) => name === 'go-on')).toMatchObject({ message: 'The second' });
  const outdated = await toTwice('go-on');
  expect(outdated).toMatchObject({ code: EXIT_CODES.usage });
  expect(outdated.out).toMatch(/"go-on" is an earlier question, nothing was done.*The second/);

  const yes = ['answer', 'waiting', 'rule-late', 'yes', '--reason', 'calm'] as const;
  expect(await rehearsal.operate(...yes)).toMatchObject({ code: EXIT_CODES.ok });
  await third.until('it enters', () => platform.orders().length > 0);
  expect(await toTwice('go-on.2')).toMatchObject({ code: EXIT_CODES.ok });
  await third.until('it hears', () => third.err.includes('Heard no to go-on'));
  await third.killNine();
  const fourth = rehearsal.startDay();
  await fourth.until('it knows its entry', () =>
    / replayed 1 order | Completed .* ce entry\n/.test(fourth.err),
  );
  expect(await status()).toMatchObject({ questions: [], positions: [{ leg: 'ce' }] });
  expect(await rehearsal.operate(...yes)).toMatchObject({ code: EXIT_CODES.usage });
  expect(await toTwice('go-on.2')).toMatchObject({ code: EXIT_CODES.usage });
  expect(platform.orders()).toHaveLength(1);
  await fourth.killNine();
  rehearsal.writeConfig('none.yaml', []);
  for (const [config, files] of [
    ['sauda.yaml', ''] as const,
    ['none.yaml', ' waiting.yaml twice.mjs'] as const,
  ]) {
    const { out } = await rehearsal.run(
      'status',
      '--config',
      config,
      '--sim',
      'sim.json',
      '--json',
    );
    expect((JSON.parse(out) as { readonly next: unknown }).next).toEqual([
      `sauda daemon${files} --config ${config} --sim sim.json`,
      `sauda run${files} --config ${config} --sim sim.json`,
    ]);
  }
  await expectEachOnce(rehearsal, platform.orders());
});
