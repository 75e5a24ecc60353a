import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { AmountField } from '../../../ui/amount-field.tsx';
import { Disclosure, DisclosureList } from '../../../ui/disclosure.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import type { CommonField, MethodDescriptor, PaymentForm } from '../payment-method.ts';
import type { Limits } from './use-limits.ts';
import { NotLoaded } from '../not-loaded.tsx';

type TransferWhatProps = {
  readonly form: PaymentForm;
  readonly method: MethodDescriptor;
  readonly limits: Limits;
  /** Dollars on the card that pays. */
  readonly available: number;
};

/** How much, what for, and what both sides read. */
export function TransferWhat({ form, method, limits, available }: TransferWhatProps) {
  const t = useTexts('transfers');
  const format = useFormat();
  const { values } = form;
  const { recipientWords } = method;
  const field = (name: CommonField) => ({ ...form.field(name), label: t(`field.${name}`) });
  const { today } = limits;
  // The lesser of what is left of the day's limit and what is there.
  const left = typeof today === 'number' && today < available ? today : null;
  const isSame = values.sameDescription !== '' && values.description === values.recipientDescription;
  const copy = (isChecked: boolean) => {
    form.setValue('sameDescription', isChecked ? 'yes' : '');
    if (isChecked) form.setValue('recipientDescription', values.description);
  };
  return (
    <section className="transfer__section" aria-labelledby="transfer-what">
      <h2 className="transfer__head" id="transfer-what">
        {t('what')}
      </h2>
      <AmountField
        {...field('amount')}
        isLarge
        hint={
          left === null
            ? t('field.amountHint', { amount: format.owned(available) })
            : t('field.amountLeft', { amount: format.money(left) })
        }
      />
      {limits.balance === null ? null : (
        <p className="transfer__note">{t('currentBalance', { amount: format.owned(limits.balance) })}</p>
      )}
      {limits.onRetryLimits === null ? null : <NotLoaded text={t('limit.failed')} onRetry={limits.onRetryLimits} />}
      {limits.about === '' ? null : (
        <DisclosureList>
          <Disclosure title={t('limit.about')}>{limits.about}</Disclosure>
        </DisclosureList>
      )}
      {method.call.fields.purpose !== null ? <Purposes form={form} limits={limits} /> : null}
      {recipientWords ? (
        <Field {...field('recipientDescription')} hint={t(recipientWords.hint)} autoComplete="off" />
      ) : null}
      <Field {...field('description')} hint={t('field.descriptionHint')} autoComplete="off" />
      {recipientWords?.isCopied ? (
        <Checkbox id="same-description" label={t('sameDescription')} isChecked={isSame} onChange={copy} />
      ) : null}
    </section>
  );
}

function Purposes({ form, limits }: Pick<TransferWhatProps, 'form' | 'limits'>) {
  const t = useTexts('transfers');
  const format = useFormat();
  const { onValue, value, ...field } = form.field('purpose');
  if (limits.onRetryPurposes !== null) {
    return <NotLoaded text={t('purpose.failed')} onRetry={limits.onRetryPurposes} />;
  }
  return (
    <RadioGroup
      {...field}
      label={t('field.purpose')}
      value={value}
      onValue={onValue}
      options={limits.purposes.map(({ id, description, left }) => ({
        value: String(id),
        label: t.has(`purpose.${id}`) ? t(`purpose.${id}`) : description,
        ...(left === undefined
          ? {}
          : { hint: left === null ? t('purpose.noLimit') : t('purpose.left', { amount: format.money(left) }) }),
      }))}
    />
  );
}
