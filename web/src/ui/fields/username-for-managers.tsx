/**
 * Hidden username beside the fields of a password form, so that password managers save the right pair. It is complete,
 * and neither visible, focusable nor announced.
 */
export function UsernameForManagers({ username }: { readonly username: string }) {
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      className="visually-hidden"
      value={username}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
