import { updateAccessDetails } from '@wattle/contract/profile/contacts.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EditSection, type OpenSection } from '../../journey/edit-section.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { SummaryList } from '../../ui/pages/summary-list.tsx';
import { type Person, waitingContact } from './person.domain.ts';
import { savingBy, useRefetchPerson } from './use-save-person.ts';

type MobileSectionProps = { readonly section: OpenSection; readonly person: Person; readonly mayEdit: boolean };

/** The mobile number, which takes codes and alerts. A new one counts once the code that is sent there is entered. */
export function MobileSection({ section, person, mayEdit }: MobileSectionProps) {
  const t = useTexts('myAccount');
  const refetch = useRefetchPerson();
  const fields = {
    mobile: { label: t('phone.mobile'), called: t('phone.mobileCalled'), id: 'mobile' },
    password: { label: t('password.old'), called: t('password.oldCalled'), isSecret: true, id: 'mobile-password' },
  };
  const rules = operationRules(fields, {
    operation: updateAccessDetails,
    body: ({ mobile, password }) => ({ Mobile: mobile, currentpassword: password }),
    names: { Mobile: 'mobile', currentpassword: 'password' },
    onDone: refetch,
    onRefused: ({ code, field }) =>
      code === '20320'
        ? { problems: { mobile: 'mobileIsLandline' } }
        : code === '20010' && field === 'Mobile'
          ? { problems: { mobile: 'mobilePhoneValid' } }
          : undefined,
  });
  const waiting = waitingContact(person, 'mobile');
  const isFirst = person.Mobile === '';
  const rows = [
    {
      term: t('phone.mobile'),
      value: person.Mobile || waiting || t('none'),
      detail: isFirst && waiting !== null ? t('pending.waiting') : undefined,
    },
  ];
  if (!mayEdit) return <SummaryList layout="sides" rows={rows} />;
  return (
    <EditSection
      section={section}
      id="mobile"
      title={t('phone.mobile')}
      hint={t(isFirst ? 'access.mobileHintFirst' : 'access.mobileHint')}
      rows={rows}
      savedWords={waiting !== null ? t('pending.waiting') : ''}
      saved={{ mobile: person.Mobile, password: '' }}
      fields={fields}
      check={rules.check}
      save={savingBy(rules)}
      action={t('phone.mobileSave')}
    >
      {(form) => (
        <>
          <PhoneField {...form.field('mobile')} label={t('phone.mobile')} />
          <PasswordField {...form.field('password')} label={t('password.old')} autoComplete="current-password" />
        </>
      )}
    </EditSection>
  );
}
