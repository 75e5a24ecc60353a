import { requestAccountClosure } from '@wattle/contract/profile/online-account.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EditSection, type OpenSection } from '../../journey/edit-section.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import type { Person } from './person.domain.ts';
import { savingBy, useRefetchPerson } from './use-save-person.ts';

/** Asks for the account to be closed, or withdraws the request. */
export function ClosingSection({ section, person }: { readonly section: OpenSection; readonly person: Person }) {
  const t = useTexts('myAccount');
  const format = useFormat();
  const refetch = useRefetchPerson();
  const at = person.ClosureAskedAt;
  const fields = {
    password: { label: t('password.old'), called: t('password.oldCalled'), isSecret: true, id: 'closing-password' },
  };
  const rules = operationRules(fields, {
    operation: requestAccountClosure,
    body: ({ password }) => ({ IsAsked: at === null, currentpassword: password }),
    names: { currentpassword: 'password' },
    onDone: refetch,
  });
  return (
    <EditSection
      section={section}
      id="closing"
      title={t('closing.state')}
      opens={t(at === null ? 'closing.title' : 'closing.takeBack')}
      hint={t(at === null ? 'closing.hint' : 'closing.backHint')}
      rows={[
        {
          term: t('closing.state'),
          value: at === null ? t('closing.open') : t('closing.asked', { date: format.dateOf(at) }),
        },
      ]}
      saved={{ password: '' }}
      fields={fields}
      check={rules.check}
      save={savingBy(rules)}
      action={t(at === null ? 'closing.ask' : 'closing.takeBack')}
    >
      {(form) => (
        <PasswordField {...form.field('password')} label={t('password.old')} autoComplete="current-password" />
      )}
    </EditSection>
  );
}
