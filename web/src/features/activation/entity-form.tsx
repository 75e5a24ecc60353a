import { isBlank } from '@wattle/contract/rules/typed-text.ts';
import { nameOnCardOf } from '@wattle/contract/rules/name-on-card.ts';
import { NameFields } from '../../ui/fields/name-fields.tsx';
import { lacksFirstName, oneNameOf, sentName } from '../../ui/fields/one-name.ts';
import type { ActivationView } from '@wattle/contract/activation/activation.ts';
import { saveEntityDetails } from '@wattle/contract/activation/entity-details.ts';
import { byName, namesOf } from '@wattle/contract/rules/typed-names.ts';
import { useBusinessDay } from '../../api/use-business-day.ts';
import { Link } from '../../router/public.ts';
import { useAddressLimits } from '../../api/use-address-limits.ts';
import { useAddressService } from '../../api/use-address-service.ts';
import { FormPage } from '../../form/form-page.tsx';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { useStep } from '../../journey/use-step.ts';
import { paths } from '../../paths.ts';
import { type AddressDraft, type AddressName, checkAddress } from '../../ui/fields/address-draft.ts';
import { AddressEntry } from '../../ui/fields/address-entry.tsx';
import { DateOfBirthField } from '../../ui/fields/date-of-birth-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { tooYoungWords } from '../../ui/fields/too-young.ts';
import { callActivation } from './activation-session.ts';
import { birthDateProblem, isoBirthDate, typedBirthDate, withCapitals } from '../../ui/fields/person-entry.ts';
import { entityDraft } from './entity-draft.ts';
import {
  checkUpgrade,
  letterField,
  lettersDraft,
  nameOfUpgradeField,
  upgradeBody,
  upgradeStart,
} from './upgrade/upgrade-fields.ts';
import { UpgradeQuestions } from './upgrade/upgrade-questions.tsx';
import { useReference } from '../../api/use-reference.ts';
import { PartFailed } from '../../layout/part-failed.tsx';

/** Parts of an address with another name on the wire. All errors of an address are shown at its first line. */
const NAMES = {
  Address: 'line1',
  State: 'state',
  PostCode: 'postcode',
  CountryCode: 'country',
  CorrespondenceAddress: 'letters-line1',
} as const;

type EntityFormProps = { readonly view: ActivationView; readonly onDone: (view: ActivationView) => Promise<void> };

/** Name, contact details and address of the new holder. */
export function EntityForm({ view, onDone }: EntityFormProps) {
  const t = useTexts('activation');
  const fieldTexts = useTexts('fields');
  const validation = useTexts('validation');
  const wordsOfCode = useErrorTexts();
  const reference = useReference();
  const { titles, countries, statesOf, defaultCountry } = reference;
  const { values: draft } = useStep(entityDraft, 'entity');
  const today = useBusinessDay();
  const { Entered } = view;
  const start = (name: keyof typeof draft, before: string | null | undefined) => draft[name] ?? before ?? '';
  const address = Entered.Address;
  const isUpgrade = view.Purpose === 'upgrade';
  const hasRewards = isUpgrade && view.RewardProviderName !== null;
  const before = upgradeStart(view, draft, defaultCountry);
  const upgradeFields = byName(namesOf(before), (name) => ({
    initial: before[name],
    called: t(nameOfUpgradeField(name)),
    isChosen: name === 'isMember',
  }));
  const fields = {
    Title: { called: t('you.title.name'), initial: start('Title', Entered.Title), isChosen: true },
    FirstName: { called: t('you.first.name'), initial: start('FirstName', Entered.FirstName) },
    MiddleName: { called: t('you.middle.name'), initial: start('MiddleName', Entered.MiddleName) },
    Surname: { called: t('you.last.name'), initial: start('Surname', Entered.Surname) },
    UnparsedDateOfBirth: {
      called: t('you.birth.name'),
      initial: start('UnparsedDateOfBirth', typedBirthDate(Entered.UnparsedDateOfBirth)),
    },
    oneName: { initial: start('oneName', oneNameOf(Entered.FirstName, Entered.Surname)) },
    NameOnCard: { called: t('you.embossed.name'), initial: start('NameOnCard', Entered.NameOnCard) },
    MothersMaidenName: { called: t('you.maiden.name'), initial: draft.MothersMaidenName ?? '' },
    Mobile: { called: t('you.mobile.name'), initial: start('Mobile', Entered.Mobile) },
    HomePhone: { called: t('you.home.name'), initial: start('HomePhone', Entered.HomePhone) },
    way: { initial: start('way', address ? 'typed' : 'search') },
    search: { called: t('you.address.name'), id: 'address-search', initial: start('search', '') },
    line1: { called: t('you.line1.name'), id: 'address-line1', initial: start('line1', address?.AddressLine1) },
    line2: { id: 'address-line2', initial: start('line2', address?.AddressLine2) },
    suburb: { called: t('you.suburb.name'), id: 'address-suburb', initial: start('suburb', address?.Suburb) },
    state: {
      called: t('you.state.name'),
      isChosen: true,
      id: 'address-state',
      initial: start('state', address?.State),
    },
    postcode: { called: t('you.postcode.name'), id: 'address-postcode', initial: start('postcode', address?.PostCode) },
    country: { id: 'address-country', initial: start('country', address?.CountryCode ?? defaultCountry) },
    ...upgradeFields,
  };
  // The draft follows the input.
  const service = useAddressService(fields.country.initial);
  const hasSearch = service !== undefined;
  const limits = useAddressLimits();
  const wordsOfProblem = (name: keyof typeof fields, key: string): string => {
    if (key === 'osMinAgeAlertMessage') return tooYoungWords(validation, view.MinimumAge);
    if (fieldTexts.has(key)) return fieldTexts(key);
    const spec = fields[name];
    return validation(key, { field: 'called' in spec ? spec.called : '' });
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: saveEntityDetails,
      names: NAMES,
      body: (values) => ({
        Title: values.Title,
        FirstName: sentName(values.oneName, values.FirstName),
        MiddleName: sentName(values.oneName, values.MiddleName),
        Surname: values.Surname,
        ...(asksNameOnCard(values) && { NameOnCard: values.NameOnCard }),
        UnparsedDateOfBirth: isoBirthDate(values.UnparsedDateOfBirth, today) ?? '1900-01-01',
        MothersMaidenName: values.MothersMaidenName,
        Mobile: values.Mobile,
        HomePhone: values.HomePhone,
        Address: {
          AddressLine1: values.line1 || '-',
          AddressLine2: values.line2,
          Suburb: values.suburb || '-',
          State: values.state,
          PostCode: values.postcode,
          CountryCode: values.country || 'AU',
        },
        ...(isUpgrade && upgradeBody(values, hasRewards)),
      }),
      also: (values) => {
        const birth = birthDateProblem(values.UnparsedDateOfBirth, today, view.MinimumAge);
        return {
          ...checkAddress(draftOf(values, hasSearch), limits),
          ...(isUpgrade && checkUpgrade(values, { hasSearch, hasRewards, limits })),
          ...(birth && { UnparsedDateOfBirth: birth }),
          ...(lacksFirstName(values.oneName, values.FirstName) && { FirstName: 'required' }),
          ...(asksNameOnCard(values) && isBlank(values.NameOnCard) && { NameOnCard: 'required' }),
        };
      },
      send: (body) => callActivation(saveEntityDetails, { body }),
      onDone: async (answer) => {
        entityDraft.throwAway();
        await onDone(answer);
      },
    }),
    problemWords: wordsOfProblem,
    refusalWords: ({ code }) => wordsOfCode(code),
    onTyped: (values) => entityDraft.typeIn('entity', values),
  });
  const nameField = (name: 'FirstName' | 'MiddleName' | 'Surname' | 'MothersMaidenName') => {
    const field = form.field(name);
    return { ...field, onBlur: () => field.onValue(withCapitals(field.value)) };
  };
  const birth = form.choice('UnparsedDateOfBirth');
  const addresses = {
    search: service?.search,
    ...(service && { find: service.find }),
    countries,
    statesOf,
    limits,
  };
  const errorOf = (name: AddressName) => form.field(name).error;
  return (
    <FormPage
      title={t('you.title')}
      lead={t('you.lead')}
      back={{ to: `${paths.accountSetup()}#sign-in`, link: Link }}
      form={form}
      className="activation__form"
    >
      <PartFailed parts={[reference]} text={t('you.listsFailed')} />
      <Select
        {...form.choice('Title')}
        label={t('you.title.label')}
        prompt={fieldTexts('choose')}
        options={titles}
        autoComplete="honorific-prefix"
      />
      <NameFields
        first={{ ...nameField('FirstName'), label: t('you.first.label') }}
        middle={{ ...nameField('MiddleName'), label: t('you.middle.label') }}
        last={{ ...nameField('Surname'), label: t('you.last.label') }}
        oneName={form.field('oneName')}
      />
      {asksNameOnCard(form.values) ? (
        <Field
          {...form.field('NameOnCard')}
          label={t('you.embossed.label')}
          hint={t('you.embossed.hint')}
          autoComplete="off"
        />
      ) : null}
      <DateOfBirthField
        id={birth.id}
        label={t('you.birth.label')}
        hint={t('you.birth.hint', { age: view.MinimumAge })}
        rule={{ today, minimumAge: view.MinimumAge }}
        value={birth.value}
        onValue={birth.onValue}
        onLeave={birth.onLeave}
        error={birth.error}
        problem={
          birth.error === undefined ? undefined : (birthDateProblem(birth.value, today, view.MinimumAge) ?? undefined)
        }
      />
      <Field
        {...nameField('MothersMaidenName')}
        label={t('you.maiden.label')}
        hint={t('you.maiden.hint')}
        autoComplete="off"
      />
      <PhoneField {...form.field('Mobile')} label={t('you.mobile.label')} hint={t('you.mobile.hint')} />
      <PhoneField {...form.field('HomePhone')} label={t('you.home.label')} />
      <section className="activation__section" aria-label={t('you.address.label')}>
        <AddressEntry
          id="address"
          label={t('you.address.label')}
          draft={draftOf(form.values, hasSearch)}
          onValue={(name, value) => form.setValue(name, value)}
          errorOf={errorOf}
          section="section-home"
          {...addresses}
        />
      </section>
      {isUpgrade ? (
        <UpgradeQuestions
          form={form}
          provider={view.RewardProviderName}
          letters={
            <AddressEntry
              id="letters"
              label={t('you.letters.label')}
              draft={lettersDraft(form.values, hasSearch)}
              onValue={(name, value) => form.setValue(letterField(name), value)}
              errorOf={(name) => form.field(letterField(name)).error}
              section="section-letters"
              {...addresses}
            />
          }
        />
      ) : null}
      <SubmitButton form={form} busy={t('saving')}>
        {t('continue')}
      </SubmitButton>
    </FormPage>
  );
}

/** Whether no part of a name is Latin, so that it cannot be printed on a card. */
function asksNameOnCard({
  oneName,
  FirstName,
  Surname,
}: Readonly<Record<'oneName' | 'FirstName' | 'Surname', string>>) {
  return !isBlank(Surname) && nameOnCardOf({ firstName: sentName(oneName, FirstName), surname: Surname }) === '';
}

/** Without a search the address is typed. */
function draftOf(values: Readonly<Record<AddressName, string>>, hasSearch: boolean): AddressDraft {
  const { search, line1, line2, suburb, state, postcode, country } = values;
  return { way: hasSearch ? values.way : 'typed', search, line1, line2, suburb, state, postcode, country };
}
