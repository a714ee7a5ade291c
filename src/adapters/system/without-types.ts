import { stripTypeScriptTypes } from 'node:module';

/**
 * TypeScript without its types, every line and column where it was. Node warns that it may name the function anew; people
 * who run an example can do nothing about it, so the warning is left out.
 *
 * @throws what Node says of a text that it cannot read
 */
export function withoutTypes(text: string): string {
  const own = Object.getOwnPropertyDescriptor(process, 'emitWarning');
  Object.defineProperty(process, 'emitWarning', {
    value: () => undefined,
    writable: true,
    configurable: true,
  });
  try {
    return stripTypeScriptTypes(text);
  } finally {
    if (own === undefined) Reflect.deleteProperty(process, 'emitWarning');
    else Object.defineProperty(process, 'emitWarning', own);
  }
}
