// For apps, which do not reach the adapters by themselves.
export { writeAll } from '../adapters/shared/write-files.ts';

// For apps, which do not reach the adapters by themselves.
export { makeFolder } from '../adapters/shared/write-files.ts';
