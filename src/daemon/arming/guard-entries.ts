import { type Attempt } from '../../engine/effect.ts';
import { type AttemptResult } from '../../engine/event.ts';
import { type Venue } from '../../kernel/venue.ts';
import { type Veto } from '../../model/orders/halt-and-lock.ts';
import { extraTags } from '../../model/orders/tag.ts';
import { type ElementOutcome, type PlaceElement } from '../../ports/orders.ts';
import { describeFailure, neverLeft, type Outcome } from '../../ports/outcome.ts';

/** What is missing when something that enters is about to leave. */
export type MissingNow = () => readonly Veto[];

/**
 * A venue that lets nothing enter while something is missing. The gate has refused it before, by its veto; here it is
 * asked once more at the moment of sending, so that an arming that has just ended, or a fault of the gate, sends nothing.
 * Exits, stops, cancels and square-offs pass.
 */
export function guardEntries(venue: Venue, missingNow: MissingNow): Venue {
  return {
    ...venue,
    attempt: (attempt, atMs) => {
      if (!mayEnter(attempt)) return venue.attempt(attempt, atMs);
      const missing = missingNow();
      if (missing.length === 0) return venue.attempt(attempt, atMs);
      return guarded(venue, attempt, { atMs, missing });
    },
  };
}

function mayEnter(attempt: Attempt): boolean {
  if (attempt.kind === 'place') return attempt.request.elements.some(isEntry);
  return attempt.kind === 'start-position' || attempt.kind === 'signal';
}

/** The gate wrote the role there for people; what has none counts as an entry. */
function isEntry({ extraTags: { role } }: PlaceElement): boolean {
  return role === undefined || role === 'entry';
}

interface Guarded {
  readonly atMs: number;
  readonly missing: readonly Veto[];
}

function guarded(
  venue: Venue,
  attempt: Attempt,
  { atMs, missing }: Guarded,
): AttemptResult | Promise<AttemptResult> {
  switch (attempt.kind) {
    case 'place':
      return guardedPlace(venue, attempt, { atMs, missing });
    case 'start-position':
    case 'signal': {
      // One that names no run may be of any.
      const isMeant = ({ runId }: Veto): boolean =>
        runId === null || attempt.runId === undefined || attempt.runId === runId;
      const found = missing.find(isMeant);
      if (found === undefined) return venue.attempt(attempt, atMs);
      return { kind: attempt.kind, outcome: refusal(found.found) };
    }
    case 'modify':
    case 'cancel':
    case 'square-off-position':
      return venue.attempt(attempt, atMs);
  }
}

type Place = Extract<Attempt, { readonly kind: 'place' }>;

function guardedPlace(
  venue: Venue,
  attempt: Place,
  { atMs, missing }: Guarded,
): AttemptResult | Promise<AttemptResult> {
  const { elements } = attempt.request;
  const refused = new Map<string, string>();
  for (const element of elements) {
    const why = isEntry(element) ? whyOf(element, missing) : null;
    if (why !== null) refused.set(element.tag, why);
  }
  const [first] = refused.values();
  if (first === undefined) return venue.attempt(attempt, atMs);
  const others = elements.filter(({ tag }) => !refused.has(tag));
  if (others.length === 0) return { kind: 'place', outcome: refusal(first) };
  const request = { ...attempt.request, elements: others };
  const sent = venue.attempt({ ...attempt, request }, atMs);
  const parts = { others, refused };
  return sent instanceof Promise
    ? sent.then((result) => withRefused(result, parts))
    : withRefused(sent, parts);
}

/** What keeps an entry back: something of the account, or of its run. */
function whyOf(
  { extraTags: { run } }: Pick<PlaceElement, 'extraTags'>,
  missing: readonly Veto[],
): string | null {
  const found = missing.find(({ runId }) => runId === null || run === runWord(runId));
  return found?.found ?? null;
}

function runWord(runId: string): string | undefined {
  return extraTags({ runId, leg: '', role: 'entry' })['run'];
}

function refusal(reason: string): Outcome<never> {
  return { kind: 'rejected', rejection: { form: 'refused-by-mode', reason } };
}

interface Parts {
  readonly others: readonly PlaceElement[];
  /** Why, by tag. */
  readonly refused: ReadonlyMap<string, string>;
}

/** The outcome of what was sent, with that of what was not. A call that never left as a whole is repeated as a whole. */
function withRefused(result: AttemptResult, { others, refused }: Parts): AttemptResult {
  if (result.kind !== 'place' || neverLeft(result.outcome)) return result;
  const { outcome } = result;
  const value = new Map(outcome.kind === 'accepted' ? outcome.value : []);
  if (outcome.kind !== 'accepted') {
    for (const { tag } of others) value.set(tag, asElement(outcome));
  }
  for (const [tag, detail] of refused) {
    value.set(tag, { kind: 'rejected', detail, isNotSent: true });
  }
  return { kind: 'place', outcome: { kind: 'accepted', value } };
}

/** Each order of a call stands as the call does. */
function asElement(
  outcome: Exclude<Outcome<never>, { readonly kind: 'accepted' }>,
): ElementOutcome {
  const detail = describeFailure(outcome);
  if (outcome.kind === 'unknown') return { kind: 'unknown', detail };
  const { form } = outcome.rejection;
  return { kind: 'rejected', detail, isNotSent: form === 'not-sent' || form === 'refused-by-mode' };
}
