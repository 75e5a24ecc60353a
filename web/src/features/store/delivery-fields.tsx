import { useAddressLimits } from '../../api/use-address-limits.ts';
import type { useAddressService } from '../../api/use-address-service.ts';
import type { Form } from '../../form/use-form.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AddressEntry } from '../../ui/address-entry.tsx';
import { Field } from '../../ui/field.tsx';
import type { CardFieldName } from './card-form.ts';
import { useCountries } from './use-countries.ts';

type DeliveryFieldsProps = {
  readonly form: Form<CardFieldName>;
  readonly service: ReturnType<typeof useAddressService>;
};

/** Where a card of plastic is sent to. */
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
