import { readableEmail } from '@wattle/contract/rules/email-address.ts';
import { Fragment } from 'react';

/** Email address in its own letters, which wraps before its @ if it is too long for a line. */
export function EmailText({ email }: { readonly email: string }) {
  return <WithEmail text={readableEmail(email)} />;
}

/** Words with an email address among them, which wraps before its @ if it is too long for a line. */
export function WithEmail({ text }: { readonly text: string }) {
  const [first, ...rest] = text.split('@');
  return (
    <>
      {first}
      {rest.map((part, index) => (
        <Fragment key={index}>
          <wbr />@{part}
        </Fragment>
      ))}
    </>
  );
}
