import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useFormat } from '../../../i18n/format.ts';
import { PartFailed } from '../../../layout/part-failed.tsx';
import { useLocation } from '../../../router/public.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Fold } from '../../../ui/pages/fold.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import type { CommonField, LookUp, MethodDescriptor, PaymentForm } from '../payment-method.ts';
import { SCHEDULE_FIELDS } from '../schedule/schedule.domain.ts';
import { fieldId } from './form-values.ts';
import { payeePlanOf } from './transfer.domain.ts';
import { TransferWhen, useMaySchedule } from './transfer-when.tsx';
import type { Limits } from './use-limits.ts';

type TransferDetailsProps = {
  readonly form: PaymentForm;
  readonly method: MethodDescriptor;
  readonly limits: Limits;
  readonly lookUp: LookUp;
  /** Dates of payment and arrival, in words. */
  readonly whenWords: string;
  /** Name of the payee. */
  readonly name: string;
};

/**
 * Purpose, descriptions and date, which few people change. Each is folded under its value until it is missing or wrong.
 */
export function TransferDetails(props: TransferDetailsProps) {
  const { form, method, whenWords, lookUp } = props;
  const t = useTexts('transfers');
  const isMeant = useIsMeant(form);
  const maySchedule = useMaySchedule();
  return (
    <section className="transfer__details" aria-label={t('details')}>
      {method.call.fields.purpose === null ? null : <Purpose {...props} isMeant={isMeant} />}
      {payeePlanOf(form.values) === 'own' ? null : <Words {...props} isMeant={isMeant} />}
      {maySchedule ? (
        <Fold label={t('when')} value={whenWords} mustOpen={isMeant(['schedule', ...SCHEDULE_FIELDS])}>
          <TransferWhen form={form} method={method} isVariable={lookUp.isVariable} />
        </Fold>
      ) : null}
    </section>
  );
}

type IsMeant = (names: readonly CommonField[]) => boolean;

/** Whether one of these fields is wrong, or *Change* on the review leads to it. */
function useIsMeant(form: PaymentForm): IsMeant {
  const { hash } = useLocation();
  return (names) => names.some((name) => form.field(name).error !== undefined || hash === `#${fieldId(name)}`);
}

type PartProps = TransferDetailsProps & { readonly isMeant: IsMeant };

function Purpose({ form, limits, isMeant }: PartProps) {
  const t = useTexts('transfers');
  const format = useFormat();
  const { onValue, value, ...field } = form.field('purpose');
  const [isAsked] = useState(value === '');
  if (limits.failedPurposes.length > 0) return <PartFailed parts={limits.failedPurposes} text={t('purpose.failed')} />;
  const words = ({ id, description }: (typeof limits.purposes)[number]) =>
    t.has(`purpose.${id}`) ? t(`purpose.${id}`) : description;
  const chosen = limits.purposes.find(({ id }) => String(id) === value);
  const choice = (
    <RadioGroup
      {...field}
      label={t('field.purpose')}
      value={value}
      onValue={onValue}
      options={limits.purposes.map(({ left, ...purpose }) => ({
        value: String(purpose.id),
        label: words(purpose as (typeof limits.purposes)[number]),
        ...(left === undefined
          ? {}
          : {
              hint: left === null ? t('purpose.noLimit') : t('purpose.left', { amount: format.money(left) }),
              isHintAtEnd: true,
            }),
      }))}
    />
  );
  // A purpose without a default is shown unfolded, because the person has to choose one.
  if (isAsked) return <div className="transfer__asked">{choice}</div>;
  return (
    <Fold label={t('field.purpose')} value={chosen ? words(chosen) : ''} mustOpen={isMeant(['purpose'])}>
      {choice}
    </Fold>
  );
}

function Words({ form, method, name, isMeant }: PartProps) {
  const t = useTexts('transfers');
  const { values } = form;
  const { recipientWords } = method;
  const field = (each: CommonField) => ({ ...form.field(each), label: t(`field.${each}`) });
  const isSame = values.sameDescription !== '' && values.description === values.recipientDescription;
  const copy = (isChecked: boolean) => {
    form.setValue('sameDescription', isChecked ? 'yes' : '');
    if (isChecked) form.setValue('recipientDescription', values.description);
  };
  const mine = values.description || name;
  const isMissing = recipientWords !== null && lineText(values.recipientDescription) === '';
  return (
    <Fold
      label={t('details.words')}
      value={
        recipientWords === null
          ? mine
          : mine === '' || isMissing
            ? values.recipientDescription
            : t('details.theirs', { name: name || mine, theirs: values.recipientDescription })
      }
      mustOpen={isMissing || isMeant(['description', 'recipientDescription'])}
    >
      {recipientWords ? (
        <Field {...field('recipientDescription')} hint={t(recipientWords.hint)} autoComplete="off" />
      ) : null}
      <Field {...field('description')} hint={t('field.descriptionHint')} autoComplete="off" />
      {recipientWords?.isCopied ? (
        <Checkbox id="same-description" label={t('sameDescription')} isChecked={isSame} onChange={copy} />
      ) : null}
    </Fold>
  );
}
