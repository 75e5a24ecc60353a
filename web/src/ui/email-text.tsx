import { readableEmail } from '@wattle/contract/rules/email-address.ts';

/** Email address in its own letters, which wraps after its @ if it is too long for a line. */
export function EmailText({ email }: { readonly email: string }) {
  const [name = '', ...rest] = readableEmail(email).split('@');
  return rest.length === 0 ? (
    <>{email}</>
  ) : (
    <>
      {name}@<wbr />
      {rest.join('@')}
    </>
  );
}
