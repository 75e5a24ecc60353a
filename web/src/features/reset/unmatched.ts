type Typed = { readonly next: string; readonly again: string };
type Wrong = { readonly next?: string; readonly again?: string };

/** Mismatch of the two passwords, shown at both fields. */
export function unmatched({ next, again }: Typed): Wrong {
  if (again === '') return { again: 'required' };
  return next === again ? {} : { next: 'passwordUnmatched', again: 'passwordUnmatched' };
}
