/**
 * The username beside the fields of a password form, for password managers alone: with it they save the right pair. It
 * is whole, and nobody sees, reaches or reads it.
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
