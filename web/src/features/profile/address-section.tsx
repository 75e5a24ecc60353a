import { isBlank } from '@wattle/contract/rules/typed-text.ts';
import { updatePersonalDetails } from '@wattle/contract/profile/change-personal-details.ts';
import { useAddressLimits } from '../../api/use-address-limits.ts';
import { type AddressLookUp, useAddressService } from '../../api/use-address-service.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EditSection, type OpenSection } from '../../journey/edit-section.tsx';
import type { Values } from '../../form/form.domain.ts';
import { type AddressDraft, type AddressName, checkAddress, inOneLine } from '../../ui/fields/address-draft.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { SummaryList } from '../../ui/pages/summary-list.tsx';
import type { useReference } from '../../api/use-reference.ts';
import { ADDRESS_NAMES, addressOf, partsOf, type Person } from './person.domain.ts';
import { savingBy, useRefetchPerson } from './use-save-person.ts';
import { lazyPart } from '../../missing-script/lazy-part.tsx';

/** Loaded when an address is changed. */
const AddressEntry = lazyPart(async () => (await import('../../ui/fields/address-entry.tsx')).AddressEntry);

type AddressSectionProps = {
  readonly section: OpenSection;
  readonly person: Person;
  readonly kind: 'home' | 'letters';
  readonly mayEdit: boolean;
  readonly reference: ReturnType<typeof useReference>;
};

/** Home address, or address for letters, which defaults to the home address. */
export function AddressSection({ section, person, kind, mayEdit, reference }: AddressSectionProps) {
  const t = useTexts('myAccount');
  const validation = useTexts('validation');
  const fieldTexts = useTexts('fields');
  const refetch = useRefetchPerson();
  const saved = kind === 'home' ? person.Address : person.CorrespondenceAddress;
  const service = useAddressService(saved?.CountryCode || reference.defaultCountry);
  const limits = useAddressLimits();
  const called = (part: AddressName) => t(`address.${part === 'way' ? 'search' : part}`);
  const fieldOf = (part: AddressName) => {
    const name = `address.${part === 'way' ? 'search' : part}.called`;
    const label = called(part);
    return { label, called: t.has(name) ? t(name) : label, isChosen: part === 'state', id: `${kind}-${part}` };
  };
  const fields = {
    way: fieldOf('way'),
    search: fieldOf('search'),
    line1: fieldOf('line1'),
    line2: fieldOf('line2'),
    suburb: fieldOf('suburb'),
    state: fieldOf('state'),
    postcode: fieldOf('postcode'),
    country: fieldOf('country'),
    password: {
      label: t('password.old'),
      called: t('password.oldCalled'),
      isSecret: true,
      id: `${kind}-password`,
    },
  };
  const rules = operationRules(fields, {
    operation: updatePersonalDetails,
    body: ({ password, ...values }) => {
      const address = isEmpty(kind, values) ? null : addressOf(values);
      return {
        ...(kind === 'home' ? { Address: address ?? addressOf(values) } : { CorrespondenceAddress: address }),
        currentpassword: password,
      };
    },
    names: { currentpassword: 'password', State: 'state', PostCode: 'postcode', CountryCode: 'country' },
    also: ({ password, ...values }) => ({
      ...(isEmpty(kind, values) ? {} : checkAddress(draftOf(values, service), limits)),
      ...(password === '' ? { password: 'required' } : {}),
    }),
    onDone: refetch,
  });
  const rows = [{ term: t(`address.${kind}Title`), value: inOneLine(saved) || t(`address.${kind}None`) }];
  if (!mayEdit) return <SummaryList layout="sides" rows={rows} />;
  return (
    <EditSection
      section={section}
      id={`address-${kind}`}
      title={t(`address.${kind}Title`)}
      hint={t(kind === 'home' ? 'contactHint' : 'address.lettersHint')}
      rows={rows}
      saved={{ ...partsOf(saved, reference.defaultCountry), password: '' }}
      fields={fields}
      check={rules.check}
      save={savingBy(rules)}
      problemWords={(name, key) =>
        fieldTexts.has(key) ? fieldTexts(key) : validation(key, { field: fields[name].called })
      }
      action={t(`address.${kind}Save`)}
    >
      {(form) => (
        <>
          <AddressEntry
            id={kind}
            label={t(`address.${kind}Title`)}
            isLabelHidden
            draft={draftOf(form.values, service)}
            onValue={(name, value) => form.setValue(name, value)}
            errorOf={(name) => form.field(name).error}
            search={service?.search}
            {...(service && { find: service.find })}
            countries={reference.countries}
            statesOf={reference.statesOf}
            limits={limits}
            section={`section-${kind}`}
          />
          <PasswordField {...form.field('password')} label={t('password.old')} autoComplete="current-password" />
        </>
      )}
    </EditSection>
  );
}

/** Letters go to the home address again. A country without other lines is not an address. */
function isEmpty(kind: AddressSectionProps['kind'], values: Values<AddressName>): boolean {
  return (
    kind === 'letters' && ADDRESS_NAMES.every((name) => name === 'way' || name === 'country' || isBlank(values[name]))
  );
}

/** Without a search the address is typed in. */
function draftOf(values: Values<AddressName>, service: AddressLookUp | undefined): AddressDraft {
  const { search, line1, line2, suburb, state, postcode, country } = values;
  const way = service === undefined ? 'typed' : values.way;
  return { way, search, line1, line2, suburb, state, postcode, country };
}
