export type Nested = { readonly [name: string]: Nested | string };

/** A form with names in brackets as nested values; places of a list are names too. */
export function nestedOf(text: string): Nested {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''));
    let at = root;
    let last = first;
    for (const part of rest) {
      at[last] ??= {};
      at = at[last] as Record<string, unknown>;
      last = part;
    }
    at[last] = value;
  }
  return root as Nested;
}

/** Text at a path of a form. */
export function textAt(form: Nested, ...path: readonly string[]): string | undefined {
  let at: Nested | string | undefined = form;
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}
