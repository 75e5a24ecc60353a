import { updatePersonalDetails } from '@wattle/contract/profile/update-personal-details.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EditSection, type OpenSection } from '../../journey/edit-section.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SummaryList } from '../../ui/summary-list.tsx';
import { ADDRESS_PARTS, addressOf, inOneLine, partsOf, type Person } from './person.domain.ts';
import { savingBy, useRefetchPerson } from './use-save-person.ts';

/** Where nothing else is known. */
const COUNTRY = 'AU';
const AUTO_COMPLETE = {
  line1: 'address-line1',
  line2: 'address-line2',
  suburb: 'address-level2',
  state: 'address-level1',
  postcode: 'postal-code',
} as const;
const LENGTH = { line1: 32, line2: 32, suburb: 32, state: 18, postcode: 9 } as const;

type AddressSectionProps = {
  readonly section: OpenSection;
  readonly person: Person;
  readonly kind: 'home' | 'letters';
  readonly mayEdit: boolean;
};

/** Where somebody lives, or where their letters go: without one of its own, to the home. */
export function AddressSection({ section, person, kind, mayEdit }: AddressSectionProps) {
  const t = useTexts('myAccount');
  const refetch = useRefetchPerson();
  const saved = kind === 'home' ? person.Address : person.CorrespondenceAddress;
  const label = (part: (typeof ADDRESS_PARTS)[number]) => t(`address.${part}`);
  const idOf = (part: string) => `${kind}-${part}`;
  const fields = {
    line1: { label: label('line1'), called: label('line1'), id: idOf('line1') },
    line2: { label: label('line2'), called: label('line2'), id: idOf('line2') },
    suburb: { label: label('suburb'), called: label('suburb'), id: idOf('suburb') },
    state: { label: label('state'), called: label('state'), id: idOf('state') },
    postcode: { label: label('postcode'), called: label('postcode'), id: idOf('postcode') },
    password: {
      label: t('password.old'),
      called: t('password.oldCalled'),
      isSecret: true,
      id: idOf('password'),
    },
  };
  const rules = operationRules(fields, {
    operation: updatePersonalDetails,
    body: ({ password, ...parts }) => {
      const address = addressOf(parts, saved, COUNTRY);
      const isEmpty = kind === 'letters' && Object.values(parts).every((part) => part.trim() === '');
      return {
        ...(kind === 'home' ? { Address: address } : { CorrespondenceAddress: isEmpty ? null : address }),
        currentpassword: password,
      };
    },
    names: { currentpassword: 'password' },
    also: ({ password, ...parts }) => {
      const isEmpty = kind === 'letters' && Object.values(parts).every((part) => part.trim() === '');
      const missing = (['line1', 'suburb', 'postcode'] as const).filter((part) => parts[part].trim() === '');
      return {
        ...(isEmpty ? {} : Object.fromEntries(missing.map((part) => [part, 'required']))),
        ...(password === '' ? { password: 'required' } : {}),
      };
    },
    onDone: refetch,
  });
  const rows = [{ term: t(`address.${kind}`), value: inOneLine(saved) || t(`address.${kind}None`) }];
  if (!mayEdit) return <SummaryList layout="sides" rows={rows} />;
  return (
    <EditSection
      section={section}
      id={`address-${kind}`}
      title={t(`address.${kind}Title`)}
      hint={t(kind === 'home' ? 'contactHint' : 'address.lettersHint')}
      rows={rows}
      saved={{ ...partsOf(saved), password: '' }}
      fields={fields}
      check={rules.check}
      save={savingBy(rules)}
      action={t(`address.${kind}Save`)}
    >
      {(form) => (
        <>
          {ADDRESS_PARTS.map((part) => (
            <Field
              key={part}
              {...form.field(part)}
              label={label(part)}
              autoComplete={`section-${kind} ${AUTO_COMPLETE[part]}`}
              maxLength={LENGTH[part]}
            />
          ))}
          <PasswordField {...form.field('password')} label={t('password.old')} autoComplete="current-password" />
        </>
      )}
    </EditSection>
  );
}
