import { readableEmail } from '@wattle/contract/rules/email-address.ts';

/** Email address in its own letters, which wraps before its @ if it is too long for a line. */
export function EmailText({ email }: { readonly email: string }) {
  return <WithEmail text={readableEmail(email)} />;
}

/** Words with one email address among them, which wraps before its @ if it is too long for a line. */
export function WithEmail({ text }: { readonly text: string }) {
  const at = text.indexOf('@');
  return at < 0 ? (
    <>{text}</>
  ) : (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}
