/** Names of an object, with its type. Only those that its type has are expected. */
export function namesOf<Named extends object>(named: Named): readonly (keyof Named & string)[] {
  return Object.keys(named) as (keyof Named & string)[];
}

/** Names of an object, each with its value. */
export function entriesOf<Named extends object>(
  named: Named,
): readonly (readonly [keyof Named & string, Named[keyof Named & string]])[] {
  return namesOf(named).map((name) => [name, named[name]] as const);
}

/** Whether a text is one of the names of an object. */
export function isNameOf<Named extends object>(named: Named, text: string): text is keyof Named & string {
  return Object.hasOwn(named, text);
}

/** An object with a value for each of these names. */
export function byName<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}
