import { updatePersonalDetails } from '@wattle/contract/profile/change-personal-details.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EditSection, type OpenSection } from '../../journey/edit-section.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { SummaryList } from '../../ui/pages/summary-list.tsx';
import type { Person } from './person.domain.ts';
import { savingBy, useRefetchPerson } from './use-save-person.ts';

type PhoneSectionProps = { readonly section: OpenSection; readonly person: Person; readonly mayEdit: boolean };

/** The phone number beside the mobile, which takes codes and is changed by one. */
export function PhoneSection({ section, person, mayEdit }: PhoneSectionProps) {
  const t = useTexts('myAccount');
  const refetch = useRefetchPerson();
  const fields = {
    home: { label: t('phone.home'), called: t('phone.home') },
    password: { label: t('password.old'), called: t('password.oldCalled'), isSecret: true },
  };
  const rules = operationRules(fields, {
    operation: updatePersonalDetails,
    body: ({ home, password }) => ({ HomePhone: home, currentpassword: password }),
    names: { HomePhone: 'home', currentpassword: 'password' },
    also: ({ password }) => (password === '' ? { password: 'required' } : {}),
    onDone: refetch,
  });
  const rows = [{ term: t('phone.home'), value: person.HomePhone || t('none') }];
  if (!mayEdit) return <SummaryList layout="sides" rows={rows} />;
  return (
    <EditSection
      section={section}
      id="phones"
      title={t('phone.home')}
      hint={t('contactHint')}
      rows={rows}
      saved={{ home: person.HomePhone, password: '' }}
      fields={fields}
      check={rules.check}
      save={savingBy(rules)}
      action={t('phone.save')}
    >
      {(form) => (
        <>
          <Field {...form.field('home')} label={t('phone.home')} inputMode="tel" autoComplete="home tel" figures />
          <PasswordField {...form.field('password')} label={t('password.old')} autoComplete="current-password" />
        </>
      )}
    </EditSection>
  );
}
