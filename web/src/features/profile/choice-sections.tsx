import { updateDeliveryMethod, updateStatementFrequency } from '@wattle/contract/profile/statement-choices.ts';
import { updatePersonalDetails } from '@wattle/contract/profile/change-personal-details.ts';
import { call } from '../../api/call.ts';
import { refusalOf } from '../../form/form.domain.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EditSection, type OpenSection } from '../../journey/edit-section.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import type { Person } from './person.domain.ts';
import { useRefetchPerson } from './use-save-person.ts';

type SectionProps = { readonly section: OpenSection; readonly person: Person };

const nothingWrong = () => ({});
const DELIVERIES = [69, 80] as const;
const FREQUENCIES = [0, 1, 6] as const;

/** How statements are delivered, and how often they are made. */
export function StatementSection({ section, person }: SectionProps) {
  const t = useTexts('myAccount');
  const refetch = useRefetchPerson();
  const saved = { delivery: String(person.StatementDeliveryType), frequency: String(person.StatementFrequencyType) };
  return (
    <EditSection
      section={section}
      id="statements"
      title={t('statements.title')}
      rows={[
        { term: t('statements.delivery'), value: t(`delivery.${saved.delivery}`) },
        { term: t('statements.frequency'), value: t(`frequency.${saved.frequency}`) },
      ]}
      saved={saved}
      fields={{
        delivery: { label: t('statements.delivery'), id: 'statement-delivery' },
        frequency: { label: t('statements.frequency'), id: 'statement-frequency' },
      }}
      check={nothingWrong}
      save={async ({ values }) => {
        const newDeliveryMethod = DELIVERIES.find((one) => String(one) === values.delivery) ?? 69;
        const newFrequency = FREQUENCIES.find((one) => String(one) === values.frequency) ?? 0;
        const delivered = await call(updateDeliveryMethod, { body: { newDeliveryMethod } });
        const made = delivered.ok ? await call(updateStatementFrequency, { body: { newFrequency } }) : delivered;
        await refetch();
        return made.ok ? null : { refusal: refusalOf(made, [], navigator.onLine) };
      }}
      action={t('statements.save')}
    >
      {(form) => (
        <>
          <RadioGroup
            {...form.field('delivery')}
            label={t('statements.delivery')}
            options={DELIVERIES.map((one) => ({ value: String(one), label: t(`delivery.${one}`) }))}
          />
          <RadioGroup
            {...form.field('frequency')}
            label={t('statements.frequency')}
            options={FREQUENCIES.map((one) => ({ value: String(one), label: t(`frequency.${one}`) }))}
          />
        </>
      )}
    </EditSection>
  );
}

/** Marketing preferences, apart from mandatory mail. */
export function MarketingSection({ section, person }: SectionProps) {
  const t = useTexts('myAccount');
  const refetch = useRefetchPerson();
  const asText = (isOn: boolean) => (isOn ? 'on' : '');
  const saved = { product: asText(person.ProductMarketingEmail), programme: asText(person.CfsMarketingEmail) };
  const wordsOf = (value: string) => t(value === '' ? 'offers.off' : 'offers.on');
  return (
    <EditSection
      section={section}
      id="offers"
      title={t('offers.title')}
      hint={t('offers.hint')}
      rows={[
        { term: t('offers.product'), value: wordsOf(saved.product) },
        { term: t('offers.programme'), value: wordsOf(saved.programme) },
      ]}
      saved={saved}
      fields={{
        product: { label: t('offers.product'), id: 'offers-product' },
        programme: { label: t('offers.programme'), id: 'offers-programme' },
      }}
      check={nothingWrong}
      save={async ({ values }) => {
        const answer = await call(updatePersonalDetails, {
          body: { ProductMarketingEmail: values.product === 'on', CfsMarketingEmail: values.programme === 'on' },
        });
        await refetch();
        return answer.ok ? null : { refusal: refusalOf(answer, [], navigator.onLine) };
      }}
      action={t('offers.save')}
    >
      {(form) => (
        <>
          <Checkbox
            label={t('offers.product')}
            isChecked={form.values.product === 'on'}
            onChange={(isOn) => form.setValue('product', asText(isOn))}
          />
          <Checkbox
            label={t('offers.programme')}
            isChecked={form.values.programme === 'on'}
            onChange={(isOn) => form.setValue('programme', asText(isOn))}
          />
        </>
      )}
    </EditSection>
  );
}
