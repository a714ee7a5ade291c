/**
 * Drills the runtime with planted bugs, all in one process: `node drill-planted.ts BUGS SEEDS_MAX [search|swarm]`, where
 * BUGS is a list of places such as `0,1,2`. Prints a line of JSON for each: what caught it, and on which day.
 */

import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';

import type * as DeadSelfChecks from '../../src/drill/dead-self-checks.ts';
import type * as DrillDayPlan from '../../src/drill/drill-day-plan.ts';
import type * as DrillDay from '../../src/drill/drill-day.ts';
import { type Violation } from '../../src/drill/oracle/oracle-facts.ts';
import type * as DrillStrategies from '../../src/drill/strategies/drill-strategies.ts';
import type * as Elsewhere from '../../src/drill/strategies/elsewhere.ts';
import type * as DrillWorld from '../../src/drill/world/drill-world.ts';
import type * as MarketKnowledge from '../../src/settings/market/market-knowledge.ts';
import { PLANTED_BUGS } from './bugs.ts';
import type * as DaysInARow from './days-in-a-row.ts';
import { Dependents } from './dependents.ts';
import { type PlantedBug } from './planted-bug.ts';

const ROOT = new URL('../../src/', import.meta.url);
const DAYS_IN_A_ROW = new URL('days-in-a-row.ts', import.meta.url).href;
const MARK = '?bug=';
const seedsMax = Number(process.argv[3] ?? 1);
/** `search`: a day counts only where it is sound without the bug. `swarm`: the same, of any faults. */
const isSwarm = process.argv[4] === 'swarm';
const isSearching = isSwarm || process.argv[4] === 'search';
const BASIS = {
  mode: 'live',
  drillMode: 'safety',
  brokerId: 'd5111ab1e0000000000000d5',
  secrets: {
    password: 'canary-of-the-password',
    webhookToken: 'canary-of-the-webhook-token',
    accessToken: 'canary-of-the-access-token',
  },
} as const;
/** A bug is the source with one place changed; that module and all that come to it are loaded anew for it. */
const patches = new Map<string, ReadonlyMap<string, string>>();
const anew = new Map<string, ReadonlySet<string>>();
const dependents = new Dependents();
const sources = new Map<string, string>();

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const found = nextResolve(specifier, context);
    const mark = context.parentURL?.split(MARK)[1];
    if (mark === undefined || found.url.includes(MARK)) return found;
    const [place = ''] = found.url.split('?');
    if (anew.get(mark)?.has(place) !== true) return found;
    return { ...found, url: `${found.url}${MARK}${mark}` };
  },
  load: (url, context, nextLoad) => {
    const [place = '', mark] = url.split(MARK);
    if (mark === undefined || !place.endsWith('.ts')) return nextLoad(url, context);
    const source = patches.get(mark)?.get(place) ?? sourceOf(place);
    return { format: 'module', source, shortCircuit: true };
  },
});

function sourceOf(place: string): string {
  const known = sources.get(place);
  if (known !== undefined) return known;
  const source = stripTypeScriptTypes(readFileSync(new URL(place), 'utf8'));
  sources.set(place, source);
  return source;
}

function plant(bug: PlantedBug, mark: string): void {
  const changed = new Map<string, string>();
  for (const { file, find, replace } of [bug, ...(bug.also ?? [])]) {
    const { href: place } = new URL(file, ROOT);
    const text = changed.get(place) ?? readFileSync(new URL(place), 'utf8');
    if (text.split(find).length !== 2) {
      throw new TypeError(`"${find}" does not stand exactly once in ${file}`);
    }
    changed.set(
      place,
      text.replace(find, () => replace),
    );
  }
  anew.set(mark, dependents.of(changed.keys()));
  patches.set(
    mark,
    new Map([...changed].map(([place, text]) => [place, stripTypeScriptTypes(text)])),
  );
}

async function roomOf(mark: string) {
  const of = async <Module>(path: string): Promise<Module> =>
    (await import(`${ROOT.href}${path}${MARK}${mark}`)) as Module;
  return {
    ...(await of<typeof DrillDay>('drill/drill-day.ts')),
    ...(await of<typeof DrillDayPlan>('drill/drill-day-plan.ts')),
    ...(await of<typeof DrillWorld>('drill/world/drill-world.ts')),
    ...(await of<typeof DrillStrategies>('drill/strategies/drill-strategies.ts')),
    ...(await of<typeof Elsewhere>('drill/strategies/elsewhere.ts')),
    ...(await of<typeof MarketKnowledge>('settings/market/market-knowledge.ts')),
  };
}

async function lookOverDays(bug: PlantedBug, mark: string): Promise<object> {
  const { whatIsLostOverDays } = (await import(
    `${DAYS_IN_A_ROW}${MARK}${mark}`
  )) as typeof DaysInARow;
  const violations = await whatIsLostOverDays();
  const found = violations.find((violation) => isMeant(bug, violation));
  return found === undefined ? { others: violations } : { seed: bug.seed, ...found };
}

/** A day of a bug's kind: its violations, until the one that is meant. */
type Drilled = (seed: number) => Promise<readonly Violation[]>;

async function drillerOf(bug: PlantedBug, mark: string): Promise<Drilled> {
  const {
    planDrillDay,
    runDrillDay,
    drillProfile,
    drillStrategies,
    loadMarketKnowledge,
    someElsewhere,
  } = await roomOf(mark);
  const strategiesOf = await drillStrategies();
  if (!strategiesOf.ok) throw new TypeError('The strategies that ship cannot be loaded');
  const knowledge = loadMarketKnowledge();
  const basis = {
    ...BASIS,
    knowledge,
    mode: bug.mode ?? 'live',
    drillMode: bug.drillMode ?? 'safety',
    faults: isSwarm ? null : (bug.faults ?? null),
  } as const;
  return async (seed) => {
    const { violations } = await runDrillDay({
      plan: planDrillDay(String(seed), basis),
      knowledge,
      profile: drillProfile(),
      strategies: someElsewhere(strategiesOf.value(seed), seed),
      choice: { only: null, without: new Set() },
      script: null,
      isOver: (sofar) => sofar.length > 5 || sofar.some((violation) => isMeant(bug, violation)),
    });
    return violations;
  };
}

async function hunt(bug: PlantedBug, mark: string): Promise<object> {
  const drilled = await drillerOf(bug, mark);
  // A day that breaks without the bug, too, proves nothing of it.
  const unpatched = isSearching ? await drillerOf(bug, 'none') : null;
  const others = new Set<string>();
  const more = Array.from({ length: seedsMax - 1 }, (_, at) => at + 1);
  for (const seed of isSwarm ? more : [bug.seed, ...more]) {
    const violations = await drilled(seed);
    const found = violations.find((violation) => isMeant(bug, violation));
    const isSound = found === undefined || unpatched === null || !(await breaks(unpatched, seed));
    if (found !== undefined && isSound) return { seed, ...found };
    for (const { invariant, detail } of violations) {
      others.add(`${String(seed)} ${invariant}: ${detail}`);
    }
  }
  return { others: [...others].slice(0, 8) };
}

async function breaks(drilled: Drilled, seed: number): Promise<boolean> {
  return (await drilled(seed)).length > 0;
}

function isMeant({ caughtBy, says = '' }: PlantedBug, { invariant, detail }: Violation): boolean {
  return caughtBy.includes(invariant) && detail.includes(says);
}

async function showToSelfChecks(bug: PlantedBug, mark: string): Promise<object> {
  const path = 'drill/dead-self-checks.ts';
  const { deadSelfChecks } = (await import(
    `${ROOT.href}${path}${MARK}${mark}`
  )) as typeof DeadSelfChecks;
  const { loadMarketKnowledge } = await roomOf(mark);
  const basis = { ...BASIS, knowledge: loadMarketKnowledge(), faults: null };
  const [detail] = await deadSelfChecks(basis);
  return detail === undefined ? {} : { seed: bug.seed, invariant: 'I36', atMs: 0, detail };
}

const SEEKERS = {
  drill: hunt,
  'days-in-a-row': lookOverDays,
  canaries: showToSelfChecks,
} as const;

/** What became of a bug, and of one that cannot be planted: the others are looked for all the same. */
async function fateOf(bug: PlantedBug, mark: string): Promise<object> {
  try {
    plant(bug, mark);
    return await SEEKERS[bug.soughtBy ?? 'drill'](bug, mark);
  } catch (error) {
    return { complaint: error instanceof Error ? error.message : String(error) };
  }
}

for (const index of (process.argv[2] ?? '').split(',').map(Number)) {
  const bug = PLANTED_BUGS[index];
  if (bug === undefined) throw new TypeError(`There is no bug ${String(index)}`);
  const before = process.cpuUsage();
  const fate = await fateOf(bug, String(index));
  const { user, system } = process.cpuUsage(before);
  const cpuMs = Math.round((user + system) / 1000);
  process.stdout.write(`${JSON.stringify({ index, name: bug.name, cpuMs, ...fate })}\n`);
  patches.clear();
}
