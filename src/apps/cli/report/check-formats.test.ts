import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Desk } from '../../../../test/e2e/in-process.ts';
import { HEAD, LEGS } from '../../../../test/support/explained.ts';
import { problem } from '../../../base/problem.ts';
import { githubText, sarifLog } from './check-formats.ts';

const BARE = HEAD + LEGS.replace('ATM', 'ATM, stop: 30%');
const WRONG = BARE.replace('09:20', '9:20 am');

const desk = new Desk();
beforeAll(() => {
  desk.write('wrong.yaml', WRONG);
  desk.write('bare.yaml', BARE);
  desk.write('many.yaml', BARE.replace('exit: 15:10', 'exit: 15:10\nlots: 60'));
  desk.write('100%, or: more.yaml', 'acount: x\n');
});
afterAll(() => {
  desk.close();
});

describe('sauda check --format github', () => {
  it('says each problem on a line of its own, at its place', async () => {
    const { code, out, err } = await desk.sauda(
      'check',
      'wrong.yaml',
      'bare.yaml',
      '--format',
      'github',
    );
    expect(code).toBe(3);
    expect(err).toBe('');
    expect(out.split('\n')).toEqual([
      expect.stringMatching(
        /^::error file=wrong\.yaml,line=4,col=8,title=sauda%3A strategy::.*"entry".*%0Afound: "9:20 am"%0Aallowed: .*%0Anext: /,
      ),
      '',
    ]);
  });

  it('says warnings, and ends well', async () => {
    const { code, out } = await desk.sauda('check', 'many.yaml', '--format', 'github');
    expect(code).toBe(0);
    expect(out).toMatch(/^::warning file=many\.yaml,title=sauda%3A strategy::.*lots/);
  });

  it('names a file that has signs of the format in its name', async () => {
    const { out } = await desk.sauda('check', '100%, or: more.yaml', '--format', 'github');
    expect(out).toContain('::error file=100%25%2C or%3A more.yaml,line=1,col=1,');
  });

  it('has a line for each message, whatever is in it', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    const texts = fc.uniqueArray(text, { maxLength: 5 });
    fc.assert(
      fc.property(texts, (messages) => {
        const problems = messages.map((message) => problem(message, { file: message }));
        const said = githubText([{ file: 'a.yaml', kind: 'strategy', problems }]);
        const lines = said.split('\n').slice(0, -1);
        expect(lines).toHaveLength(messages.length);
        for (const line of lines) {
          expect(line).toMatch(/^::error file=[^:,]*,title=sauda%3A strategy::/);
        }
      }),
    );
  });
});

describe('sauda check --format sarif', () => {
  it('is one log with a result for each problem and warning', async () => {
    const files = ['wrong.yaml', 'many.yaml', '100%, or: more.yaml'];
    const { code, out } = await desk.sauda('check', ...files, '--format', 'sarif');
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'sauda', rules: [{ id: 'configuration' }, { id: 'strategy' }] } },
          results: [
            {
              ...{ ruleId: 'strategy', ruleIndex: 1, level: 'error' },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'wrong.yaml' },
                    region: { startLine: 4, startColumn: 8 },
                  },
                },
              ],
            },
            {
              ...{ ruleId: 'strategy', level: 'warning' },
              locations: [{ physicalLocation: { artifactLocation: { uri: 'many.yaml' } } }],
            },
            {
              ...{ ruleId: 'configuration', ruleIndex: 0, level: 'error' },
              locations: [
                {
                  physicalLocation: { artifactLocation: { uri: '100%25%2C%20or%3A%20more.yaml' } },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it('gives a file elsewhere an address of its own', () => {
    const problems = [problem('No', { file: '/srv/desk/own idea.ts' })];
    expect(sarifLog([{ file: 'a.yaml', kind: 'strategy', problems }])).toMatchObject({
      runs: [
        {
          results: [
            {
              locations: [
                {
                  physicalLocation: { artifactLocation: { uri: 'file:///srv/desk/own%20idea.ts' } },
                },
              ],
            },
          ],
        },
      ],
    });
  });
});

it.each([
  [['--format', 'xml'], 'text, github, sarif, json'],
  [['--format', 'sarif', '--json'], 'cannot be used with'],
])('refuses %j', async (given, told) => {
  const { code, out, err } = await desk.sauda('check', 'bare.yaml', ...given);
  expect([code, out + err]).toEqual([2, expect.stringContaining(told)]);
});

it('takes --format json as --json', async () => {
  const asked = await desk.sauda('check', 'wrong.yaml', '--format', 'json');
  expect(asked).toEqual(await desk.sauda('check', 'wrong.yaml', '--json'));
});

describe('the plan', () => {
  it('says the worst of a day, and what in it is over a limit', async () => {
    desk.write('config.yaml', 'strategies: [bare.yaml]\nengine: { ordersPerRun: 1 }\n');
    const { out } = await desk.sauda('check', 'config.yaml');
    expect(out).toContain(
      'plan    at most 3 orders a second, 3 a minute, 3 a day, 1 lot (65 units)',
    );
    expect(out).toContain('plan    together at most 3 orders a second');
    expect(out).toMatch(/warning +The plan reaches "engine.ordersPerRun" 1: 3 orders a day/);
    const log = await desk.sauda('check', 'config.yaml', '--format', 'sarif');
    expect(log.out).toContain('The plan reaches \\"engine.ordersPerRun\\" 1');
    const json = JSON.parse((await desk.sauda('check', 'config.yaml', '--json')).out) as object;
    expect(json).toMatchObject({
      files: [
        { plan: { orders: { perDayMax: 3 }, ofCode: 0 } },
        { plan: { from: 'file', reached: [{ key: 'engine.ordersPerRun', most: 3, max: 1 }] } },
      ],
    });
  });
});

it('warns of what a file says and its author hardly means, at its place', async () => {
  desk.write('early.yaml', BARE.replace('09:20', '09:05'));
  const { code, out } = await desk.sauda('check', 'early.yaml');
  expect(code).toBe(0);
  expect(out).toContain('warning  early.yaml:4:8: "entry" is before the market opens at 09:15');
  const github = await desk.sauda('check', 'early.yaml', '--format', 'github');
  expect(github.out).toMatch(/^::warning file=early\.yaml,line=4,col=8,/);
});

describe('a module that waits for a promise', () => {
  const CODE = `import { EMPTY, from } from 'rxjs';
import { defineStrategy } from 'sauda';
export default defineStrategy({
  name: 'waits',
  run: ({ params }) => ('late' in params ? from(fetch('https://a.example')) : EMPTY),
});
`;
  const AT = 'waits.js:5:49';

  it('is warned of at its place, though no trial comes there', async () => {
    desk.write('waits.js', CODE);
    const { code, out } = await desk.sauda('check', 'waits.js');
    expect(code).toBe(0);
    expect(out).toContain(`warning  ${AT}: A run cannot connect: fetch() fails it`);
    const json = JSON.parse((await desk.sauda('check', 'waits.js', '--json')).out) as object;
    expect(json).toMatchObject({ files: [{ ok: true, doubts: [{ where: AT }] }] });
  });

  it('is an annotation and a result of the other formats', async () => {
    const github = await desk.sauda('check', 'waits.js', '--format', 'github');
    expect(github.out).toMatch(/^::warning file=waits\.js,line=5,col=49,/);
    const sarif = JSON.parse(
      (await desk.sauda('check', 'waits.js', '--format', 'sarif')).out,
    ) as object;
    const region = { startLine: 5, startColumn: 49 };
    expect(sarif).toMatchObject({
      runs: [{ results: [{ level: 'warning', locations: [{ physicalLocation: { region } }] }] }],
    });
  });
});
