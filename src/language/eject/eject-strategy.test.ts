import { expect, it } from 'vitest';

import { invariant } from '../../base/invariant.ts';
import { readYaml } from '../../text/read-yaml.ts';
import { compileStrategy } from '../compile-strategy.ts';
import { legsForm } from '../schema/legs.ts';
import { ejectLegs } from './eject-legs.ts';
import { ejectedModule } from './eject-strategy.ts';

const YAML = `# The first line.
# A comment may end */ anywhere.
name: noted
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
# From its fill.
stop: 30%
legs:
  # The call first.
  ce: { side: sell, type: CE, strike: ATM }
  1a: { side: sell, type: PE, strike: ATM }
`;

function ejected(text: string): string {
  const compiled = compileStrategy(text, 'noted.yaml');
  invariant(compiled.ok, JSON.stringify(compiled));
  const module = compiled.value.ejected();
  invariant(module.ok, JSON.stringify(module));
  return module.value;
}

it('keeps the comments of the file, of its keys and of its legs', () => {
  const module = ejected(YAML);
  expect(module).toContain('/**\n * The first line.\n * A comment may end * / anywhere.\n */\n');
  expect(module).toContain('      // From its fill.\n      stop: distance(params.stop),\n');
  expect(module).toContain("        // The call first.\n        ce: { side: 'sell'");
  expect(module).toContain("        '1a': { side: 'sell'");
});

it.each(['\r', '\u2028', '\u2029'])(
  'keeps a comment a comment that %j ends in TypeScript',
  (end) => {
    const text = YAML.replace('# The call first.', `# The call${end}first.`);
    expect(ejected(text)).toBe(ejected(YAML));
  },
);

it('refuses words that it does not know, each at its place, and leaves none out', () => {
  const text = YAML.replace('strike: ATM }', 'strike: ATM, broker: 5 }').replace(
    'exit:',
    'basket: 5s\nexit:',
  );
  const source = readYaml(text, 'noted.yaml', { hasAliases: false, showsLines: true });
  invariant(source.ok, JSON.stringify(source));
  const known = readYaml(YAML, 'noted.yaml');
  invariant(known.ok, JSON.stringify(known));
  const module = ejectedModule(legsForm.parse(known.value.value), source.value, ejectLegs);
  expect(module).toMatchObject({
    ok: false,
    error: [
      { line: 7, message: '"basket" cannot be ejected yet' },
      { line: 13, message: '"broker" cannot be ejected yet' },
    ],
  });
});

it('keeps the comment above each word that sizes the entries', () => {
  const sizing =
    '# A bad day costs this.\nrisk: 1%\ncapital: 500000 rupees\n# No more than fills.\nmaxLots: 10\n';
  const text = YAML.replace('exit:', `${sizing}exit:`);
  const printed = ejected(text);
  expect(printed).toContain('// A bad day costs this.\n        risk: params.risk,');
  expect(printed).toContain('// No more than fills.\n        maxLots: params.maxLots,');
});

it('refuses the same most lots as the file: no fewer than its largest leg has', () => {
  const sizing = 'risk: 9000 rupees\nmaxLots: 10\n';
  const sized = YAML.replace('exit:', `${sizing}exit:`);
  expect(ejected(sized)).not.toContain('largestLots');
  const largest = sized.replace(/side: sell,/, 'side: sell, lots: 4,');
  expect(ejected(largest)).toContain('largestLots: 4');
});

it('keeps the comment above each limit of the day', () => {
  const text = `${YAML}protections:\n  # A bad day ends early.\n  dayLoss: 5000 rupees\n  # Time to think.\n  cooldown: 30 minutes\n`;
  const printed = ejected(text);
  expect(printed).toContain('// A bad day ends early.\n    dayLoss: rupees(5_000),');
  expect(printed).toContain('// Time to think.\n    cooldownMinutes: 30,');
});
