import { readableEmail } from '@wattle/contract/rules/email-address.ts';
import { emailText } from '@wattle/contract/rules/typed-text.ts';
import { updateAccessDetails } from '@wattle/contract/profile/contacts.ts';
import { call } from '../../api/call.ts';
import { useSignInName } from '../../brand/sign-in-name.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EditSection, type OpenSection } from '../../journey/edit-section.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { SummaryList } from '../../ui/pages/summary-list.tsx';
import { type Person, waitingContact } from './person.domain.ts';
import { savingBy, useRefetchPerson } from './use-save-person.ts';

const ACCOUNT = /^\d{9}(-\d{2})?$/;

type EmailSectionProps = {
  readonly section: OpenSection;
  readonly person: Person;
  readonly mayEdit: boolean;
  readonly hasUsername: boolean;
};

/** Email and username. A new email counts once the code that is sent there is entered. */
export function EmailSection({ section, person, mayEdit, hasUsername }: EmailSectionProps) {
  const t = useTexts('myAccount');
  const refetch = useRefetchPerson();
  const nameOf = useSignInName();
  const fields = {
    email: { label: t('email'), called: t('access.emailCalled'), id: 'access-email' },
    password: { label: t('password.old'), called: t('password.oldCalled'), isSecret: true, id: 'access-password' },
  };
  const rules = operationRules(fields, {
    operation: updateAccessDetails,
    body: ({ email, password }) => ({ EmailAddress: emailText(email) || undefined, currentpassword: password }),
    names: { EmailAddress: 'email', currentpassword: 'password' },
    also: ({ email, password }) => {
      const typed = emailText(email);
      // A user whose username is the account number may have no email. It cannot be removed: security messages go
      // there.
      const mayBeEmpty = person.EmailAddress === '' && ACCOUNT.test(person.UserName);
      return {
        ...(typed === '' && !mayBeEmpty ? { email: 'required' } : {}),
        ...(password === '' ? { password: 'required' } : {}),
      };
    },
    send: async (body) =>
      // The person had no email and entered none.
      body.EmailAddress === undefined
        ? { ok: true, value: { result: true as const, CodeSentTo: null } }
        : call(updateAccessDetails, { body }),
    onDone: refetch,
  });
  const waiting = waitingContact(person, 'email');
  const isFirst = person.EmailAddress === '';
  // The address that waits is shown until there is another one.
  const shown = person.EmailAddress || waiting;
  const rows = [
    ...(hasUsername || person.UserName === shown
      ? []
      : [
          {
            term: t(nameOf(person.UserName) === 'number' ? 'username.number' : 'username'),
            value: <EmailText email={person.UserName} />,
          },
        ]),
    {
      term: t('email'),
      value: <EmailText email={shown ?? t('none')} />,
      detail: isFirst && waiting !== null ? t('pending.waiting') : undefined,
    },
  ];
  if (!mayEdit) return <SummaryList layout="sides" rows={rows} />;
  return (
    <EditSection
      section={section}
      id="access"
      title={t('access.title')}
      hint={t(isFirst ? 'access.hintFirst' : 'access.hint')}
      rows={rows}
      savedWords={waiting !== null ? t('pending.waiting') : ''}
      saved={{ email: readableEmail(person.EmailAddress), password: '' }}
      fields={fields}
      check={rules.check}
      save={savingBy(rules)}
      action={t('access.save')}
    >
      {(form) => (
        <>
          <Field
            {...form.field('email')}
            label={t('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
          <PasswordField {...form.field('password')} label={t('password.old')} autoComplete="current-password" />
        </>
      )}
    </EditSection>
  );
}
