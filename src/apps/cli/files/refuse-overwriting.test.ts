import { existsSync, linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Desk } from '../../../../test/e2e/in-process.ts';
import { refuseOverwriting } from './refuse-overwriting.ts';

describe('refuseOverwriting', () => {
  let desk: Desk;
  beforeEach(() => {
    desk = new Desk();
    desk.write('prices.csv', 'prices');
    mkdirSync(join(desk.directory, 'tables'));
    desk.write('tables/days.csv', 'prices too');
  });
  afterEach(() => {
    desk.close();
  });
  const inDesk = (name: string): string => join(desk.directory, name);

  const refused = (
    outputs: Parameters<typeof refuseOverwriting>[2],
    sources = ['prices.csv', 'tables/days.csv', 'day.journal-wal'],
  ): (() => void) => {
    const read = sources.map((path) => ({ path, what: 'the prices' }));
    return () => {
      refuseOverwriting({ workingDirectory: desk.directory }, read, outputs);
    };
  };

  it.each(['prices.csv', './tables/../prices.csv', 'link.csv', 'hard.csv', 'elsewhere/days.csv'])(
    'refuses to write %s over what is read',
    (path) => {
      symlinkSync('prices.csv', inDesk('link.csv'));
      linkSync(inDesk('prices.csv'), inDesk('hard.csv'));
      symlinkSync('tables', inDesk('elsewhere'));
      expect(refused([{ option: '--out', path }])).toThrow(
        'What --out writes would take the place of the prices',
      );
    },
  );

  it('refuses a file that is not there where the other would be', () => {
    symlinkSync('.', inDesk('here'));
    expect(refused([{ option: '--log', path: 'here/day.journal-wal' }])).toThrow('--log');
  });

  it('refuses a folder when a file of it is read', () => {
    const csv = { option: '--csv', path: 'tables', holds: ['trades.csv', 'days.csv'] };
    expect(refused([csv])).toThrow(
      expect.objectContaining({
        exit: 'usage',
        problems: [expect.objectContaining({ file: join('tables', 'days.csv') })],
      }),
    );
    expect(refused([{ ...csv, holds: ['trades.csv'] }])).not.toThrow();
  });

  it.each([
    ['a.json', 'a.json'],
    ['a.json', './a.json'],
    ['a.json', 'new/../a.json'],
    ['a.json', 'a.json/deeper.html'],
  ])('refuses --out %s --report %s', (out, report) => {
    const outputs = [
      { option: '--out', path: out },
      { option: '--report', path: report },
    ];
    expect(refused(outputs)).toThrow('--out and --report are one file');
  });

  it('refuses a folder that is to be a file as well, and one of its files twice', () => {
    const csv = { option: '--csv', path: 'made', holds: ['days.csv'] };
    const out = (path: string) => ({ option: '--out', path });
    expect(refused([out('made'), csv])).toThrow('--out and --csv are one file');
    expect(refused([out('made/days.csv'), csv])).toThrow('--out and --csv are one file');
    expect(refused([out('made/other.csv'), csv])).not.toThrow();
  });

  it.runIf(existsSync('/dev/null'))('lets what is no file be written to again and again', () => {
    const outputs = ['--out', '--report'].map((option) => ({ option, path: '/dev/null' }));
    expect(refused(outputs, ['/dev/null'])).not.toThrow();
  });

  it('takes nothing for a file that was not asked for', () => {
    expect(refused([{ option: '--out', path: undefined }])).not.toThrow();
  });
});
