import { type YamlSource } from '../text/yaml-source.ts';

/** What building needs from outside. */
export interface BuildContext {
  readonly source: YamlSource;
  /** The configuration file, absolute. */
  readonly file: string | null;
  readonly absolute: (path: string) => string;
  readonly exists: (path: string) => boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly readsSecrets: boolean;
  /** Whether a secret that cannot be read is left out silently. */
  readonly mayLackSecrets: boolean;
  /** Whether only some keys are read: then tables that were taken and cannot be read are no problem. */
  readonly isPart: boolean;
}
