import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { heldUnits, Rehearsal, workingOrders } from './rehearsal.ts';
import { heldLegs } from './roles-after-the-end.ts';

const HOSTILE = fileURLToPath(new URL('hostile.js', import.meta.url));
const MODULE = fileURLToPath(new URL('throwing-module.js', import.meta.url));
/** A file that cannot be loaded any more from the second process on. */
const VANISHES = 'vanishes.js';
const SOUND = `import { NEVER } from 'rxjs';
import { defineStrategy } from 'sauda';
export default defineStrategy({ name: 'vanishes', run: () => NEVER });
`;
const hostile = (act: string): string => `{path: ${HOSTILE}, params: {act: ${act}}}`;

/** What each of them fails for. */
const FAILURES: readonly RegExp[] = [
  /hostile@.*failed: TypeError: Cannot assign to read only property 'filledUnits'/,
  /hostile#2@.*failed: TypeError: Cannot assign to read only property 'units'/,
  /hostile#3@.*failed: TypeError: Cannot assign to read only property 'lotSizeUnits'/,
  /hostile#4@.*failed: outside of its turns: .* RangeError: nothing waits for this/,
  /hostile#5@.*failed: TypeError: Cannot assign to read only property 'filter'/,
  /hostile#6@.*failed: TypeError: Cannot assign to read only property 'round'/,
  /hostile#7@.*failed: TypeError: Cannot assign to read only property 'pipe'/,
  /hostile#8@.*failed: TypeError: Cannot set luxon's Settings.defaultZone/,
  /hostile#9@.*failed: TypeError: Cannot assign to read only property 'toISO'/,
  /hostile#10@.*failed: TypeError: Cannot assign to read only property 'writeSync'/,
  /hostile#11@.*failed: TypeError: Cannot assign to read only property 'fdatasyncSync'/,
  /hostile#12@.*failed: TypeError: Cannot assign to read only property 'emit'/,
  /hostile#13@.*failed: TypeError: Cannot assign to read only property 'from'/,
  /hostile#14@.*failed: A strategy cannot call process.removeAllListeners/,
  /throwing-module@.*failed: outside of its turns: TypeError: a timer of the module/,
];

test('hostile strategies fail alone, and the day goes on after each kill', async () => {
  const libraries = ['filter', 'round', 'pipe', 'zone', 'iso'];
  const overwrites = [...libraries, 'writes', 'sync', 'emit', 'buffer', 'listeners'];
  const acts = ['orders', 'fills', 'chain', 'rejection', ...overwrites].map(hostile);
  await using rehearsal = new Rehearsal({
    strategies: [
      ...acts,
      MODULE,
      VANISHES,
      heldLegs('{legs: [ce, pe], heldMs: 600000, isProtected: true}'),
    ],
  });
  rehearsal.write(VANISHES, SOUND);
  await rehearsal.open({ at: '2026-10-30T10:00', speed: 60 });
  const first = rehearsal.startDay();
  await first.until('the straddle holds both legs', () => isHeld(first.err));
  await first.until('all have failed', () => FAILURES.every((each) => each.test(first.err)));
  await first.killNine();
  rehearsal.write(VANISHES, "throw new Error('my data are gone');\n");
  // The module is loaded again, and throws again; the others stay ended.
  const second = rehearsal.startDay();
  await second.until('the straddle is closed', () =>
    /held-legs.* Squared off all legs/.test(second.err),
  );
  expect(second.err).toMatch(/vanishes.js.*my data are gone.*continues without this strategy/);
  await second.killNine();
  rehearsal.write('changed.yaml', withOtherSettings(rehearsal.directory));
  const last = rehearsal.startDay('--config', 'changed.yaml');
  await last.until('it goes on', () => last.err.includes('throwing-module'));
  // With these the day's first order would have had another price.
  expect(last.err).toContain(
    'Settings were changed since the day began (optionBufferPercent, protections)',
  );
  const orders = await rehearsal.orders();
  expect(heldUnits(orders)).toEqual({});
  expect(workingOrders(orders)).toEqual([]);
  const lines = `${first.err}${second.err}${last.err}`.split('\n');
  const odd = lines.filter((line) => /Uncaught|run is (?:still )?held|differs/.test(line));
  // It alone waits for the operator.
  expect(odd.filter((line) => !line.includes(' vanishes@'))).toEqual([]);
}, 60_000);

function withOtherSettings(directory: string): string {
  const settings = readFileSync(join(directory, 'sauda.yaml'), 'utf8');
  return `${settings.replace('engine: {', 'engine: {optionBufferPercent: 3, ')}protections: {dayLoss: 1}\n`;
}

function isHeld(err: string): boolean {
  return ['ce', 'pe'].every((leg) => new RegExp(`Completed .*${leg} entry`).test(err));
}
