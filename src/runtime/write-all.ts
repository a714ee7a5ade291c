// For apps, which do not reach the adapters by themselves.
export { writeAll } from '../adapters/shared/write-all.ts';
