import { describe, expect, it } from 'vitest';

import { explained } from '../../test/support/explained.ts';

const HEAD = `name: s
schemaVersion: 1
underlying: NIFTY
exit: 15:10
legs:
  ce: { side: sell, type: CE, strike: ATM, stop: 30% }
  pe: { side: sell, type: PE, strike: ATM, stop: 30% }
rules:
`;

/** What to do about a rule, or about nothing else than what is wrong in it. */
function next(rule: string): string {
  const text = explained(`${HEAD}  - ${rule}\n`);
  return /^ {2}next {5}(.*)$/m.exec(text)?.[1] ?? text;
}

function becomes(condition: string): string {
  return next(`{ when: { becomes: '${condition}' }, then: [{ exit: all }] }`);
}

describe('what traders write, and what it means here', () => {
  it.each([
    ['loss > 5000 rupees', 'A loss is a profit below zero: write profit < -5000 rupees'],
    ['price(ce) > 30%', 'Write price(ce) > entry(ce) * 130%'],
    ['price(ce) <= 30%', 'Write price(ce) <= entry(ce) * 70%'],
    ['price("ce") > 12.5%', 'Write price("ce") > entry("ce") * 112.5%'],
    ['price(ce) > entry(ce) + 30%', 'Write entry(ce) * 130%'],
    ['price(ce) < entry(ce) - 30%', 'Write entry(ce) * 70%'],
    ['index > index + 1%', 'Multiply: index * 101% is one percent above it'],
    ['index > 24,500', 'Write the number without commas: 24500'],
    ['profit < -5,000 rupees', 'Write the number without commas: 5000 rupees'],
    ['profit > Rs 5000', 'Write the amount as 5000 rupees'],
    ['ce > 100', 'Write price(ce), the premium of the leg'],
    ['time > 3:10', 'Write 15:10'],
    ['time > 9:20', 'Write 09:20'],
  ])('%s', (condition, advice) => {
    expect(becomes(condition)).toBe(advice);
  });

  it.each([
    ['{ when: { at: 3:10 }, then: [{ exit: all }] }', 'Write 15:10'],
    ['{ when: { at: 3:10 am }, then: [{ exit: all }] }', 'Write 03:10'],
    ['{ when: { at: 9:20 }, then: [{ exit: all }] }', 'Write 09:20'],
    ["{ when: { at: 14:00 }, then: [{ exit: 'ce, pe' }] }", 'Write [ce, pe]'],
    ['{ when: { at: 14:00 }, then: [{ enter: ce pe }] }', 'Write [ce, pe]'],
    ['{ when: { fill: ce, role: sl }, then: [{ exit: all }] }', 'Write stop'],
    ['{ when: { fill: ce, role: tp }, then: [{ exit: all }] }', 'Write target'],
    ['{ when: { bar: 15 minutes }, then: [{ exit: all }] }', 'Write 15m'],
    ['{ when: { every: 90 seconds }, then: [{ exit: all }] }', 'Write 90s'],
    ['{ when: { every: 1 hour }, then: [{ exit: all }] }', 'Write 1h'],
  ])('%s', (rule, advice) => {
    expect(next(rule)).toBe(advice);
  });

  it.each([
    ['premium > 100', 'Write premium >= 100'],
    ['premium < 15.50', 'Write premium <= 15.50'],
  ])('of a strike, %s', (strike, advice) => {
    const text = HEAD.replace('strike: ATM', `strike: ${strike}`);
    expect(explained(text)).toContain(`next     ${advice}\n`);
  });

  it.each([
    ['quantity: 150', 'Rename it to "units"'],
    ['qty: 150', 'Rename it to "units"'],
    ['riskPerTrade: 5000 rupees', 'Rename it to "risk"'],
    ['max-risk: 1%', 'Rename it to "risk"'],
    ['riskPercent: 1%', 'Rename it to "risk"'],
    ['weekLoss: 9000 rupees', 'Move it to "protections.weekLoss"'],
    ['dayLoss: 9000 rupees', 'Move it to "protections.dayLoss"'],
    ['maxLossPerWeek: 9000 rupees', 'Move it to "protections.weekLoss"'],
  ])('of how much is traded, %s', (line, advice) => {
    expect(explained(HEAD.replace('rules:\n', `${line}\nrules:\n`))).toContain(
      `next     ${advice}\n`,
    );
  });

  it.each([
    ['risk: 0.01', 'Write 1%'],
    ['risk: 0.0125', 'Write 1.25%'],
    ['risk: 2.5 lakh', 'Write 250000 rupees'],
    ['risk: ₹1 crore', 'Write 10000000 rupees'],
    ['risk: 0.5L', 'Write 50000 rupees'],
    ['risk: 1', 'Write 1%'],
    ['share: 0.1', 'Write 10%'],
    ['share: 0.07', 'Write 7%'],
  ])('a fraction of the capital is that many hundredths: %s', (line, advice) => {
    const said = explained(HEAD.replace('rules:\n', `${line}\nrules:\n`));
    expect(said).toContain(`next     ${advice}\n`);
  });

  it.each(['stop: 0.3', 'indexStop: 0.5'])(
    'of a distance, a number below 1 may be a fraction or a share, and is not repaired: %s',
    (line) => {
      const said = explained(HEAD.replace('rules:\n', `${line}\nrules:\n`));
      expect(said).not.toContain('nearest');
    },
  );

  it.each(['risk', 'riskPercent', 'share', 'capital', 'maxLots'])(
    'what sizes the legs together stands at the top: %s',
    (key) => {
      const top = key === 'riskPercent' ? 'risk' : key;
      expect(explained(HEAD.replace('ATM,', `ATM, ${key}: 1%,`))).toContain(
        `next     Move it to the top of the file, as "${top}"\n`,
      );
    },
  );

  it('the broker is of the whole file, by its name', () => {
    for (const key of ['broker', 'brokerId']) {
      expect(explained(HEAD.replace('ATM,', `ATM, ${key}: hedge-fund,`))).toContain(
        'next     Move it to the top of the file, as "broker"\n',
      );
    }
  });

  it('of the length of a range', () => {
    const text = HEAD.replace('rules:\n', 'entry: { range: 15m, bar: 5 minutes, before: 14:00 }\n');
    expect(explained(text)).toContain('next     Write 15 minutes');
  });

  it('says of an empty list how much it needs', () => {
    expect(explained(`${HEAD}  - { when: { at: 14:00 }, then: [{ exit: [] }] }\n`)).toContain(
      'allowed  at least one item',
    );
  });
});

describe('a quote that nothing closes', () => {
  it.each([
    ['"', `${HEAD}  - { when: { at: 14:00 }, then: [{ alert: "closed }] }\n`, '9:44'],
    ["'", "name: 's\nexit: 15:10\n", '1:7'],
    ['after others that are closed', '# it\'s\nname: "a"\nlegs: \'b\'\nexit: "15:10\n', '4:7'],
  ])('%s is shown where it opens', (_, text, place) => {
    expect(explained(text)).toContain(
      `s.yaml:${place}: Cannot read YAML: this quote is not closed`,
    );
  });
});
