import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { Desk } from './in-process.ts';
import { isShown, situationsIn } from './operations/runbook.ts';
import { ROOT } from './spawn-sauda.ts';

const DIRECTORY = join(ROOT, 'docs/guides');
const FILE = /^<!-- file: (?<name>[\w.-]+) -->\n\n```\w+\n(?<text>[^]*?)^```$/gm;
const WORDS = /"(?<quoted>[^"]*)"|(?<word>\S+)/g;

/** A guide is one situation from its first block on. */
function stepsOf(page: string) {
  const [guide] = situationsIn(`<!-- test: guide -->\n\n${page}`);
  return guide?.steps ?? [];
}

function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(WORDS)].map(
    ({ groups }) => groups?.['quoted'] ?? groups?.['word'] ?? '',
  );
}

const GUIDES = readdirSync(DIRECTORY).filter((name) => name !== 'README.md');

describe.each(GUIDES)('the guide %s', (name) => {
  it('shows what its commands show, with the files that it has', async () => {
    const page = readFileSync(join(DIRECTORY, name), 'utf8');
    const desk = new Desk();
    onTestFinished(() => {
      desk.close();
    });
    for (const { groups } of page.matchAll(FILE)) {
      desk.write(groups?.['name'] ?? '', groups?.['text'] ?? '');
    }
    const steps = stepsOf(page);
    expect(steps.length).toBeGreaterThan(3);
    for (const { command, shows, exit } of steps) {
      const [program, ...args] = wordsOf(command);
      expect(program).toBe('sauda');
      const { code, out, err } = await desk.sauda(...args);
      expect({ command, code, err: code === exit ? '' : err }).toEqual({
        command,
        code: exit,
        err: '',
      });
      const said = `${out}\n${err}`;
      expect({ command, isShown: isShown(shows, said, new Map()), said }).toMatchObject({
        isShown: true,
      });
    }
  }, 300_000);
});
