import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { z } from 'zod';

import { parsedJson } from '../../base/json.ts';
import { makeFolder, replaceFile } from '../../base/write-files.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type IstDate } from '../../model/time/ist.ts';

/** What does not change from day to day without a circular, of one expiry and kind. Units and paise. */
const seriesSchema = z.object({
  lotSizeUnits: z.int(),
  tickSizePaise: z.int(),
  freezeUnits: z.int().nullable(),
});

const snapshotSchema = z.object({
  date: z.string(),
  /** By underlying, then by kind and expiry: `option 2026-11-24`. */
  underlyings: z.record(z.string(), z.record(z.string(), seriesSchema)),
});

const fileSchema = z.object({ schemaVersion: z.literal(1), days: z.array(snapshotSchema) });

/** Lot, tick and freeze quantity of every series on a date. */
export type ContractSnapshot = z.infer<typeof snapshotSchema>;

/** Those of one underlying, by kind and expiry. */
export type SeriesByName = ContractSnapshot['underlyings'][string];

/** Days that a file keeps: the one before is enough, and a few more show a person how it came. */
const DAYS_KEPT = 5;

/** Sums up the contracts of an underlying; of a series that is not uniform its most frequent numbers count. */
export function seriesOf(contracts: readonly Contract[]): SeriesByName {
  const bySeries = Map.groupBy(
    contracts.filter(({ kind }) => kind !== 'other'),
    ({ kind, expiry }) => `${kind} ${expiry}`,
  );
  const named = [...bySeries].map(([name, members]) => [name, usual(members)] as const);
  return Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function usual(members: readonly Contract[]): SeriesByName[string] {
  return {
    lotSizeUnits: mostFrequent(members.map((of) => of.lotSizeUnits)) ?? 1,
    tickSizePaise: mostFrequent(members.map((of) => of.tickSizePaise)) ?? 1,
    freezeUnits: mostFrequent(members.map((of) => of.freezeUnits)) ?? null,
  };
}

function mostFrequent<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

/** Snapshots of the last days in a small file beside the journal. What cannot be read counts as absent. */
export class ContractSnapshots {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** The latest before a date; null where none is kept. */
  before(date: IstDate): ContractSnapshot | null {
    return this.#days().findLast((day) => day.date < date) ?? null;
  }

  /** The underlyings that a date showed so far. */
  underlyingsOf(date: IstDate): readonly string[] {
    const known = this.#days().find((day) => day.date === date);
    return Object.keys(known?.underlyings ?? {});
  }

  /**
   * Keeps what a date showed of an underlying first.
   *
   * @throws what the file system says, when there is no room
   */
  keep(date: IstDate, underlying: string, series: SeriesByName): void {
    const days = this.#days();
    const known = days.find((day) => day.date === date);
    if (known?.underlyings[underlying] !== undefined) return;
    const today = { date, underlyings: { ...known?.underlyings, [underlying]: series } };
    const kept = [...days.filter((day) => day.date !== date), today]
      .toSorted((one, other) => (one.date < other.date ? -1 : 1))
      .slice(-DAYS_KEPT);
    this.#write({ schemaVersion: 1, days: kept });
  }

  #days(): readonly ContractSnapshot[] {
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch {
      return [];
    }
    const parsed = fileSchema.safeParse(parsedJson(text));
    return parsed.success ? parsed.data.days : [];
  }

  #write(content: z.infer<typeof fileSchema>): void {
    makeFolder(dirname(this.#path), 0o700);
    replaceFile(this.#path, JSON.stringify(content));
  }
}
