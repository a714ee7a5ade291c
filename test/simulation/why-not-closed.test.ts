import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { whyNotLines } from '../../src/apps/cli/report/why-not-lines.ts';
import { invariant } from '../../src/base/invariant.ts';
import { type ClockTime } from '../../src/model/time/ist.ts';
import { askedMoment } from '../../src/research/traces/asked-moment.ts';
import { traceBacktest, type TracedRun } from '../../src/research/traces/traced-day.ts';
import { whyNot } from '../../src/research/traces/why-not.ts';
import { type WhyNotAnswer } from '../../src/research/traces/why-not-answer.ts';
import { ejectedText } from '../strategies/ejected.ts';
import { compiled } from '../strategies/play-both.ts';
import { answerLine } from '../support/asked-rules.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, valueOf } from '../support/simulated-day.ts';

const DATE = '2024-03-04';
const directory = mkdtempSync(join(tmpdir(), 'sauda-why-not-closed-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});
const nifty = join(directory, 'nifty.csv');
/** The index sinks by one percent from the open to the close. */
const sinking = barLines(DATE).map((line, minute) => {
  const [stamp = ''] = line.split(',');
  const level = (22_400 * (1 - minute / 37_500)).toFixed(2);
  return [stamp, level, level, level, level].join(',');
});
writeFileSync(nifty, indexCsv(sinking));

const LOSING = `name: losing
schemaVersion: 1
underlying: NIFTY
entry: 10:00
exit: 15:29
legs: { ce: { side: buy, type: CE, strike: ATM } }
`;

let files = 0;

/** The run of a file's day, or of the module that it is ejected to, asked about at a time. */
async function tracedAt(
  { form, protections }: { readonly form: 'yaml' | 'ts'; readonly protections: string },
  time: ClockTime,
): Promise<TracedRun> {
  const text = LOSING + protections;
  const path = join(directory, `losing-${String((files += 1))}.${form}`);
  writeFileSync(path, form === 'yaml' ? text : ejectedText(compiled(text)));
  const strategies = await loadAll([path]);
  const options = { prices: { files: [nifty] }, strategies };
  const [run] = valueOf(await traceBacktest(options, (date) => askedMoment(date, time)));
  invariant(run !== undefined, 'Nothing was run');
  return run;
}

function answerOf(run: TracedRun, time: ClockTime): WhyNotAnswer {
  const place = run.trace.parts.findIndex(({ name }) => name === 'ce');
  const answer = whyNot(run, place, askedMoment(DATE, time));
  invariant(answer !== null, 'It has no such leg');
  return answer;
}

describe.each(['yaml', 'ts'] as const)('a leg of %s that its strategy did not close', (form) => {
  it.each<[string, string, ClockTime, RegExp, RegExp]>([
    [
      'the loss of the day',
      'protections: { dayLoss: 500 rupees }\n',
      '12:00',
      /^closed; by limit 10:\d\d:\d\d; the day's loss is ₹5\d\d\.\d\d, the limit ₹500\.00$/,
      /^ {2}It had been closed at 10:\d\d:\d\d, by a limit: the day's loss is ₹/,
    ],
    [
      'the loss of the week',
      'protections: { weekLoss: 500 rupees }\n',
      '12:00',
      /^closed; by limit 10:\d\d:\d\d; the week's loss is ₹5\d\d\.\d\d, the limit ₹500\.00$/,
      /, by a limit: the week's loss is ₹/,
    ],
    [
      "the day's end",
      '',
      '15:28',
      /^closed; by day-end 15:2\d:\d\d; intraday positions end before the close$/,
      /, by the day's end: intraday positions end before the close$/,
    ],
  ])('was closed by %s', async (_, protections, ...[time, line, words]) => {
    const answer = answerOf(await tracedAt({ form, protections }, time), time);
    expect(answerLine(answer)).toMatch(line);
    expect(whyNotLines(answer, 'f.yaml')[1]).toMatch(words);
  });

  it('is open before, as far as the limit goes', async () => {
    const protections = 'protections: { dayLoss: 500 rupees }\n';
    const answer = answerOf(await tracedAt({ form, protections }, '10:02'), '10:02');
    expect(answer).toMatchObject({ code: 'open', closedBy: null });
  });
});
