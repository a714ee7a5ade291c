import { expect, it } from 'vitest';

import { noticeOf, noticeText } from './notice.ts';
import { commandsFor, operatorCommands } from './operator-commands.ts';
import { retoldText } from './told-notice.ts';

it.each([
  ['run@2026-11-20/live/condor', 'run@2026-11-20/live/condor'],
  ['morning condor', "'morning condor'"],
  ["it's", "'it'\\''s'"],
  ['$(x)', "'$(x)'"],
])('a position named %s is quoted as a shell needs it', (name, quoted) => {
  expect(operatorCommands.resolveStart(name, ['absent', 'started'])).toEqual([
    `sauda resolve ${quoted} --as absent --reason "…"`,
    `sauda resolve ${quoted} --as started --id POSITION_ID --reason "…"`,
  ]);
});

it('every command of a notice names the account of the reader', () => {
  const commands = commandsFor((command) => `${command} --config a.yaml`);
  const notice = noticeOf('carried-exit-blocked', 'run@2026-11-20/live', {
    ...{ what: 'exit', leg: 'ce', symbol: 'NIFTY', since: '2026-11-19', units: 65 },
  });
  const text = noticeText(notice, commands);
  expect(text.match(/sauda [^,]+? --config a\.yaml/g)).toHaveLength(3);
  expect(text.replaceAll(' --config a.yaml', '')).toBe(noticeText(notice));
});

it('shows a notice of another version as that version words it', () => {
  const commands = commandsFor((command) => `${command} --config a.yaml`);
  const told = { ...noticeOf('still-halted', null, STILL), message: 'Another sentence' };
  expect(retoldText(told, commands)).toBe('Another sentence');
  expect(retoldText({ message: 'Of a code to come', code: 'to-come' }, commands)).toBe(
    'Of a code to come',
  );
  const same = { ...told, message: noticeText(noticeOf('still-halted', null, STILL)) };
  expect(retoldText(same, commands)).toContain('sauda resume --reason "…" --config a.yaml');
});

const STILL = { state: 'halted', by: 'operator', reason: 'r', sinceMs: 0 } as const;
