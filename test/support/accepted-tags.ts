import { type JournalEntry } from '../../src/ports/journal.ts';

/** The part of an event of the journal that says how a placement ended. */
interface PlacementEnded {
  readonly result?: {
    readonly kind: string;
    readonly outcome: { readonly value?: Readonly<Record<string, { readonly kind: string }>> };
  };
}

/** Tags of the orders of which the platform said that it has taken them. */
export function acceptedTags(entries: readonly JournalEntry[]): readonly string[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== 'event') return [];
    const { result } = entry.event as PlacementEnded;
    if (result?.kind !== 'place') return [];
    const taken = Object.entries(result.outcome.value ?? {});
    return taken.filter(([, { kind }]) => kind === 'accepted').map(([tag]) => tag);
  });
}
