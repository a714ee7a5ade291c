import type { z } from 'zod';

import type { Frozen } from '../../base/deep-freeze.ts';
import type { instantFormat, PROFILE, webhookRole } from './profile-schema.ts';

/** What a tree of schemas reads. */
type Read<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends z.ZodType
    ? Frozen<z.output<Tree[Key]>>
    : Read<Tree[Key]>;
};

/**
 * The vocabulary of one deployment of the platform: all that its interface leaves open. Data, loaded from
 * `config/profiles`, each key overridable by the user. Declared and documented in `profile-schema.ts`; this loads nothing.
 */
export type Profile = { readonly name: string } & Read<typeof PROFILE>;
/** How a session is carried and how long it lasts. */
export type SessionProfile = Profile['session'];
/** The platform's words. */
export type WordsProfile = Profile['words'];
/** Which of the two webhook hosts serves a path. */
export type WebhookRole = z.output<typeof webhookRole>;
/** How an instant is written. */
export type InstantFormat = z.output<typeof instantFormat>;
