/** Email address that wraps after its @ if it is too long for a line. */
export function EmailText({ email }: { readonly email: string }) {
  const [name = '', ...rest] = email.split('@');
  return rest.length === 0 ? (
    <>{email}</>
  ) : (
    <>
      {name}@<wbr />
      {rest.join('@')}
    </>
  );
}
