import { expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { Rehearsal } from './rehearsal.ts';

/** Says every minute which source it is. */
function source(name: string): string {
  return `import { map } from 'rxjs';
import { alert, defineStrategy } from 'sauda';

export default defineStrategy({
  name: 'mine',
  run: ({ every }) =>
    every(60_000, { from: '10:00', to: '15:00' }).pipe(map(() => alert('warning', 'by ${name}'))),
});
`;
}

test('a held run whose file was restored is adopted only under the source that the file has, which is named', async () => {
  await using rehearsal = new Rehearsal({ mode: 'paper', strategies: ['{path: ./mine.js}'] });
  rehearsal.write('mine.js', source('the first'));
  await rehearsal.open({ at: '2026-10-30T10:00', speed: 60 });
  const day = rehearsal.startDay();
  await day.until('its decisions are kept', () => day.err.split('by the first').length > 3);
  await day.killNine();
  rehearsal.write('mine.js', source('the second'));
  const changed = rehearsal.startDay();
  await changed.until('its run is held', () => changed.err.includes('is held'));
  expect(changed.err).toContain('Its source was changed while it did not run');
  rehearsal.write('mine.js', source('the first'));
  const adopt = (...more: readonly string[]) =>
    rehearsal.operate('release', 'mine', '--how', 'adopt', '--reason', 'restored', ...more);
  const looked = await rehearsal.operate('reload', 'mine', '--dry-run');
  expect(looked.out).toContain('recorded, as the file; the run is held');
  const declined = await adopt('--json');
  expect(declined).toMatchObject({ code: EXIT_CODES.usage });
  const { answer } = JSON.parse(declined.out) as { readonly answer: { readonly told: unknown } };
  expect(answer.told).toMatchObject([{ code: 'adopt-declined', severity: 'warning' }]);
  expect(changed.err).not.toContain('paper by the second');
  await changed.killNine();
  const restored = rehearsal.startDay();
  await restored.until('it goes on', () => restored.err.includes('still held'));
  const adopted = await adopt();
  expect(adopted).toMatchObject({ code: 0 });
  expect(restored.err).not.toContain('Its source was changed');
  const [, hash = ''] = /It runs the source ([\da-f]{12}) of/.exec(adopted.out) ?? [];
  await restored.until('it decides', () => restored.err.includes('by the first'));
  const running = await rehearsal.operate('reload', 'mine', '--dry-run');
  expect(running.out).toContain(`${hash}, which runs already`);
});
