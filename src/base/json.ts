/** Anything that survives JSON unchanged. Inputs and commands are made of nothing else. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
