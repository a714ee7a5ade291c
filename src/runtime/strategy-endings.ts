/** Endings of files that are code. */
export const MODULE_ENDINGS = ['.ts', '.mts', '.js', '.mjs'];

/** Endings of files that say what is to be done. */
export const YAML_ENDINGS = ['.yaml', '.yml'];
