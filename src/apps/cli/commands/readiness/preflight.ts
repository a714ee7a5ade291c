import { existsSync } from 'node:fs';

import { type Command } from 'commander';

import { lookByHand } from '../../../../daemon/preflight/look-by-hand.ts';
import { isGo } from '../../../../daemon/preflight/checks.ts';
import { type PreflightFinding } from '../../../../daemon/preflight/finding.ts';
import { journalPathOf } from '../../../../day/journal/open-day-journal.ts';
import { TrialThread } from '../../../../loading/trial/trial-thread.ts';
import { istClock } from '../../../../model/time/ist.ts';
import { loadMarketKnowledge } from '../../../../settings/market/market-knowledge.ts';
import { onSimulator } from '../../account/on-simulator.ts';
import { PLATFORM_OPTIONS, type PlatformOptions, valueOf } from '../../account/ask-platform.ts';
import { type CliContext } from '../../cli-context.ts';
import { readSettings } from '../../files/read-settings.ts';
import { declare } from '../../options/declared-option.ts';
import { trialTurnMs } from '../../options/turn-ms-max.ts';
import { printJson, printLines } from '../../output.ts';
import { type Cell, type Line, span, tableLines } from '../../view/span.ts';

const HELP = `
Makes the checks that a program makes before each open, now, with a login of its own: it reads, and places nothing. It
works beside a running program. Code 0: go, or nothing can be known yet; code 1: a no-go, which would keep entries back.

Examples:
  sauda preflight --config live.yaml
  sauda preflight --config live.yaml --json
  sauda preflight --sim sim.json`;

/** `sauda preflight`: whether an account is ready to trade. */
export function addPreflight(command: Command, context: CliContext): void {
  declare(command, PLATFORM_OPTIONS, HELP).action(async (options: PlatformOptions) => {
    const { config, sim, json } = options;
    const configured = readSettings(context, { config });
    const settings = sim === undefined ? configured : onSimulator(context, configured, sim);
    const knowledge = loadMarketKnowledge(settings.calendar ?? undefined);
    const path = journalPathOf(settings);
    const journalPath = path !== null && existsSync(path) ? path : null;
    const thread = new TrialThread({ turnMs: trialTurnMs(context.environment) });
    const tryModule = thread.try.bind(thread);
    const asked = { settings, knowledge, journalPath, tryModule };
    const looked = await lookByHand(asked).finally(() => thread.close());
    const { day, atMs, findings } = valueOf(looked);
    const state = isGo(findings) ? 'go' : 'no-go';
    if (state === 'no-go') context.finish('found');
    if (json === true) {
      printJson(context, { schemaVersion: 1, date: day.date, atMs, state, findings });
      return;
    }
    const isFine = state === 'go';
    const head = [
      span(isFine ? 'go' : 'no-go: entries would be kept back', isFine ? 'good' : 'bad'),
      span(`  ${day.date}, seen at ${istClock(atMs)} IST`, 'dim'),
    ];
    printLines(context, [
      head,
      ...tableLines([], findings.map(rowOf)),
      ...findings.flatMap(advice),
    ]);
  });
}

const STYLES = { go: 'good', 'no-go': 'bad', 'not-checked': 'dim' } as const;

function rowOf({ code, state, found }: PreflightFinding): readonly Cell[] {
  return [`  ${code}`, span(state, STYLES[state]), found];
}

function advice({ code, state, allowed, next }: PreflightFinding): readonly Line[] {
  if (state !== 'no-go') return [];
  return [
    [span(`  ${code}: `, 'bad'), `allowed ${allowed ?? ''}`],
    [span('    next  ', 'dim'), next ?? ''],
  ];
}
