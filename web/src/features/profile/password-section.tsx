import { changePassword } from '@wattle/contract/access/password.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { unmatched } from '../../form/unmatched.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EditSection, type OpenSection } from '../../journey/edit-section.tsx';
import { NewPasswordField } from '../../ui/fields/new-password-field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { UsernameForManagers } from '../../ui/fields/username-for-managers.tsx';
import type { Person } from './person.domain.ts';
import { savingBy, useRefetchPerson } from './use-save-person.ts';

const NOTHING = { old: '', next: '', again: '' };

/** Changes the password, which ends the other sessions and notifies the user. */
type PasswordSectionProps = { readonly section: OpenSection; readonly person: Person };

export function PasswordSection({ section, person }: PasswordSectionProps) {
  const t = useTexts('myAccount');
  const refetch = useRefetchPerson();
  const fields = {
    old: { label: t('password.old'), called: t('password.oldCalled'), isSecret: true },
    next: { label: t('password.new'), called: t('password.newCalled'), isSecret: true },
    again: { label: t('password.again'), called: t('password.againCalled'), isSecret: true },
  };
  const rules = operationRules(fields, {
    operation: changePassword,
    body: ({ old, next }) => ({ oldPassword: old, newPassword: next }),
    names: { oldPassword: 'old', newPassword: 'next' },
    also: (values) => unmatched('next', 'again', values),
    onRefused: ({ code, field }) =>
      code === '20010' && field === 'newPassword' ? { problems: { next: 'passwordInvalid' } } : undefined,
    onDone: refetch,
  });
  return (
    <EditSection
      section={section}
      id="password"
      title={t('password.title')}
      hint={t('password.hint')}
      rows={[{ term: t('password.title'), value: '••••••••' }]}
      saved={NOTHING}
      fields={fields}
      check={rules.check}
      save={savingBy(rules)}
      action={t('password.save')}
    >
      {(form) => (
        <>
          <UsernameForManagers username={person.UserName} />
          <PasswordField {...form.field('old')} label={t('password.old')} autoComplete="current-password" />
          <NewPasswordField {...form.field('next')} label={t('password.new')} />
          <PasswordField {...form.field('again')} label={t('password.again')} autoComplete="new-password" />
        </>
      )}
    </EditSection>
  );
}
