import { updateAccessDetails } from '@wattle/contract/profile/update-access-details.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EditSection, type OpenSection } from '../../journey/edit-section.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SummaryList } from '../../ui/summary-list.tsx';
import type { Person } from './person.domain.ts';
import { savingBy, useRefetchPerson } from './use-save-person.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

type EmailSectionProps = { readonly section: OpenSection; readonly person: Person; readonly mayEdit: boolean };

/** Email and username. A new email counts once the code that is sent there is entered. */
export function EmailSection({ section, person, mayEdit }: EmailSectionProps) {
  const t = useTexts('myAccount');
  const refetch = useRefetchPerson();
  const fields = {
    email: { label: t('email'), called: t('access.emailCalled'), id: 'access-email' },
    password: { label: t('password.old'), called: t('password.oldCalled'), isSecret: true, id: 'access-password' },
  };
  const rules = operationRules(fields, {
    operation: updateAccessDetails,
    body: ({ email, password }) => ({ EmailAddress: email, currentpassword: password }),
    names: { EmailAddress: 'email', currentpassword: 'password' },
    also: ({ email, password }) => {
      // Who signs in with an account number may have none, and nobody removes one.
      const wrong = email.trim() === '' ? 'required' : EMAIL.test(email.trim()) ? null : 'invalidEmailAddressFormat';
      return { ...(wrong ? { email: wrong } : {}), ...(password === '' ? { password: 'required' } : {}) };
    },
    onDone: refetch,
  });
  const rows = [
    { term: t('username'), value: person.UserName },
    { term: t('email'), value: person.EmailAddress || t('none') },
  ];
  if (!mayEdit) return <SummaryList layout="sides" rows={rows} />;
  return (
    <EditSection
      section={section}
      id="access"
      title={t('access.title')}
      hint={t('access.hint')}
      rows={rows}
      saved={{ email: person.EmailAddress, password: '' }}
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
