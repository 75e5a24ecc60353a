import { useAddressLimits } from '../../api/use-address-limits.ts';
import type { useAddressService } from '../../api/use-address-service.ts';
import type { Form } from '../../form/use-form.ts';
import { useTexts, useLanguage } from '../../i18n/use-texts.ts';
import { AddressEntry } from '../../ui/fields/address-entry.tsx';
import { Field } from '../../ui/fields/field.tsx';
import type { CardFieldName } from './card-form.ts';
import { getCountries } from '@wattle/contract/brands/config.ts';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { useBrand } from '../../brand/brand.ts';
import type { ListOption } from '../../ui/fields/list-options.ts';

type Country = ListOption & { readonly states: readonly ListOption[] };

/**
 * Countries with their states, in the language of the page. Until they are loaded, an Australian address can be typed.
 */
function useCountries() {
  const language = useLanguage();
  const { BrandIdentifier: brand } = useBrand();
  const [countries, setCountries] = useState<readonly Country[]>([]);
  useEffect(() => {
    let isGone = false;
    void call(getCountries, { body: { brand, language } }).then((answer) => {
      if (isGone || !answer.ok) return;
      setCountries(
        answer.value.Countries.map(({ Code, Name, States }) => ({
          value: Code,
          label: Name,
          keywords: Code,
          states: States.map(({ StateCode, StateName }) => ({ value: StateCode, label: StateName })),
        })),
      );
    });
    return () => {
      isGone = true;
    };
  }, [brand, language]);
  return { countries, statesOf: (code: string) => countries.find(({ value }) => value === code)?.states ?? [] };
}

type DeliveryFieldsProps = {
  readonly form: Form<CardFieldName>;
  readonly service: ReturnType<typeof useAddressService>;
};

/** Address to which a plastic card is sent. */
export function DeliveryFields({ form, service }: DeliveryFieldsProps) {
  const t = useTexts('store');
  const { countries, statesOf } = useCountries();
  const limits = useAddressLimits();
  const { search, line1, line2, suburb, state, postcode, country } = form.values;
  const way = service ? form.values.way : 'typed';
  return (
    <section className="store-form__part store-form__part--ruled">
      <h2>{t('delivery.title')}</h2>
      <Field
        {...form.field('deliveryName')}
        label={t('deliveryName.label')}
        hint={t('deliveryName.hint')}
        autoComplete="shipping name"
      />
      <AddressEntry
        id="store"
        label={t('delivery.address')}
        draft={{ way, search, line1, line2, suburb, state, postcode, country }}
        onValue={(name, value) => form.setValue(name, value)}
        errorOf={(name) => form.field(name).error}
        search={service?.search}
        {...(service && { find: service.find })}
        countries={countries}
        statesOf={statesOf}
        limits={limits}
        section="shipping"
      />
    </section>
  );
}
