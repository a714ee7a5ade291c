// For apps, which do not reach the adapters by themselves.
export { makeFolder } from '../adapters/shared/make-folder.ts';
