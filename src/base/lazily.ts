/** Gives what `make` makes: at the first call, and the same ever after. For what is costly and often not needed. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
