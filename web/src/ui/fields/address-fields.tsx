import { useTexts } from '../../i18n/use-texts.ts';
import type { AddressDraft, AddressLimits, AddressName, AddressPart } from './address-draft.ts';
import { Combobox } from './combobox.tsx';
import { Field } from './field.tsx';
import type { ListOption } from './list-options.ts';
import { Select } from './select.tsx';

type AddressFieldsProps = {
  readonly id: string;
  readonly draft: AddressDraft;
  readonly onValue: (name: AddressName, value: string) => void;
  readonly errorOf: (name: AddressName) => string | undefined;
  readonly countries: readonly ListOption[];
  readonly statesOf: (country: string) => readonly ListOption[];
  readonly limits: AddressLimits;
  readonly section?: string | undefined;
};

const TOKENS: Readonly<Record<AddressPart, string>> = {
  line1: 'address-line1',
  line2: 'address-line2',
  suburb: 'address-level2',
  state: 'address-level1',
  postcode: 'postal-code',
  country: 'country-name',
};

/** Fields of an address. The first line and the suburb are required, the postcode by country. */
export function AddressFields(props: AddressFieldsProps) {
  const { id, draft, onValue, errorOf, countries, statesOf, limits, section } = props;
  const t = useTexts('fields');
  const states = statesOf(draft.country);
  const field = (part: AddressPart) => ({
    id: `${id}-${part}`,
    name: `${id}-${part}`,
    label: t(`address.${part}`),
    error: errorOf(part),
    value: draft[part],
    onValue: (value: string) => onValue(part, value),
    autoComplete: [section, TOKENS[part]].filter(Boolean).join(' '),
  });
  return (
    <>
      <Field {...field('line1')} limit={limits.line1} />
      <Field {...field('line2')} limit={limits.line2} />
      <Field {...field('suburb')} limit={limits.line1} />
      <div className="address-entry__pair">
        {states.length > 0 ? (
          <Select {...field('state')} options={states} prompt={t('choose')} />
        ) : (
          <Field {...field('state')} limit={limits.state} />
        )}
        <Field {...field('postcode')} limit={limits.postcode} figures />
      </div>
      <Combobox
        {...field('country')}
        options={countries}
        onValue={(country) => {
          onValue('country', country);
          // States depend on the country, so a change clears the state.
          if (country !== '' && country !== draft.country) onValue('state', '');
        }}
      />
    </>
  );
}
