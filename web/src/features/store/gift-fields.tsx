import { GIFT_MESSAGE_MAXIMUM } from '@wattle/contract/store/store.ts';
import type { Form } from '../../form/use-form.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import type { CardFieldName } from './card-form.ts';
import type { Catalogue } from './use-catalogue.ts';

type GiftFieldsProps = {
  readonly form: Form<CardFieldName>;
  readonly catalogue: Catalogue;
  readonly isVirtual: boolean;
};

/** Recipient, sender, message and delivery date of a gift. */
export function GiftFields({ form, catalogue, isVirtual }: GiftFieldsProps) {
  const t = useTexts('store');
  const isOnDay = form.values.when === 'day';
  return (
    <>
      <div className="store-form__pair">
        <Field {...form.field('recipientName')} label={t('recipientName.label')} autoComplete="off" />
        <Field {...form.field('senderName')} label={t('senderName.label')} autoComplete="given-name" />
      </div>
      <Field
        {...form.field('email')}
        label={t('email.label')}
        hint={t('email.hint')}
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <TextArea {...form.field('message')} label={t('message.label')} limit={GIFT_MESSAGE_MAXIMUM} autoComplete="off" />
      {isVirtual ? (
        <>
          <p className="field__label" aria-hidden="true">
            {t('when.title')}
          </p>
          <Segmented
            label={t('when.title')}
            options={[
              { value: 'now', label: t('when.now') },
              { value: 'day', label: t('when.day') },
            ]}
            value={isOnDay ? 'day' : 'now'}
            onChange={(value) => form.setValue('when', value)}
          />
          {isOnDay ? (
            <DateField
              {...form.field('day')}
              label={t('day.label')}
              hint={t('day.hint')}
              today={catalogue.Today}
              first={catalogue.Today}
              last={catalogue.LastGiftDay}
            />
          ) : null}
        </>
      ) : null}
    </>
  );
}
