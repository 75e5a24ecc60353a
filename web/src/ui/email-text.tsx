/** An email address, which wraps behind its @ where it is too long for a line. */
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
