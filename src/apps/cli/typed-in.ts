import { dirname, isAbsolute } from 'node:path';

/** What npm says of a script that it runs. */
type NpmEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * The directory in which the command was typed. npm runs a script of the package in the package's own folder, wherever it was
 * called, so of `npm --prefix ~/sauda run -s sauda -- check my.yaml` npm alone knows where `my.yaml` is.
 */
export function typedIn(environment: NpmEnvironment, workingDirectory: string): string {
  const {
    npm_lifecycle_event: script,
    npm_package_json: manifest = '',
    INIT_CWD: typed = '',
  } = environment;
  // A program that the script has started since may be elsewhere by its own will.
  const isScript = script === 'sauda' && dirname(manifest) === workingDirectory;
  return isScript && isAbsolute(typed) ? typed : workingDirectory;
}
