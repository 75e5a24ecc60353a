import { checkDateOfBirth } from '@wattle/contract/rules/date-of-birth.ts';
import { storeEmail } from '@wattle/contract/store/store.ts';
import type { ReactNode } from 'react';
import { Link, useNavigate } from '../../router/public.ts';
import { FormPage } from '../../form/form-page.tsx';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useFormat } from '../../i18n/format.ts';
import { useErrorTexts, useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { InfoLink } from '../../layout/info-links.tsx';
import { paths } from '../../paths.ts';
import { DateOfBirthField } from '../../ui/fields/date-of-birth-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { tooYoungWords } from '../../ui/fields/too-young.ts';
import type { BasketCard } from './basket.ts';
import { openPayment } from './open-payment.ts';
import type { OpenCharge } from './payment-frame.tsx';
import type { Catalogue } from './use-catalogue.ts';
import { totalOf } from './totals.ts';

type PaymentFormProps = {
  readonly catalogue: Catalogue;
  readonly basket: readonly BasketCard[];
  readonly onOpen: (charge: OpenCharge) => void;
  readonly before: ReactNode;
  readonly figures: ReactNode;
};

/** Payer details for the basket, with the rules of the store stated before an order can break them. */
export function PaymentForm({ catalogue, basket, onOpen, before, figures }: PaymentFormProps) {
  const t = useTexts('store');
  const validation = useTexts('validation');
  const fieldTexts = useTexts('fields');
  const wordsOfCode = useErrorTexts();
  const format = useFormat();
  const language = useLanguage();
  const navigate = useNavigate();
  const { MinimumAge: age, Today: today } = catalogue;
  const total = totalOf([...basket.map(({ Amount }) => Amount), catalogue.Fee]);
  const form = useForm({
    fields: {
      email: { called: t('called.buyerEmail') },
      birth: { called: t('called.birth') },
    },
    rules: {
      check: ({ email, birth }) => {
        const address = storeEmail.safeParse(email);
        const born = checkDateOfBirth(birth, { today, minimumAge: age }).problem;
        return {
          ...(address.success ? {} : { email: address.error.issues[0]?.message ?? 'required' }),
          ...(born === null ? {} : { birth: born }),
        };
      },
      submit: async ({ email, birth }) => {
        const bornOn = checkDateOfBirth(birth, { today, minimumAge: age }).isoDate ?? '';
        const opened = await openPayment({ basket, email, bornOn, language, total });
        if (opened.kind === 'open') onOpen(opened.charge);
        if (opened.kind === 'onItsWay') await navigate(paths.storeOrderConfirmation(), { replace: true });
        return opened.kind === 'refused' ? { refusal: opened.refusal } : null;
      },
    },
    problemWords: (name, key) => {
      if (key === 'osMinAgeAlertMessage') return tooYoungWords(validation, age);
      if (key.startsWith('select')) return fieldTexts(key);
      return validation(key, { field: t(name === 'email' ? 'called.buyerEmail' : 'called.birth') });
    },
    refusalWords: ({ code, fields }) => {
      if (fields.includes('birth')) return tooYoungWords(validation, age);
      return t.has(`refused.${code}`) ? t(`refused.${code}`) : wordsOfCode(code);
    },
  });
  const birth = form.choice('birth');
  return (
    <FormPage
      title={t('basket.title')}
      back={{ to: paths.store(), link: Link }}
      form={form}
      className="store-pay__form"
      before={before}
    >
      {figures}
      <Field
        {...form.field('email')}
        label={t('buyerEmail.label')}
        hint={t('buyerEmail.hint')}
        inputMode="email"
        autoCapitalize="none"
        autoComplete="email"
        spellCheck={false}
      />
      <DateOfBirthField
        id={birth.id}
        label={t('birth.label')}
        hint={t('birth.hint', { age })}
        rule={{ today, minimumAge: age }}
        value={birth.value}
        onValue={birth.onValue}
        onLeave={birth.onLeave}
        error={birth.error}
        problem={
          birth.error === undefined
            ? undefined
            : (checkDateOfBirth(birth.value, { today, minimumAge: age }).problem ?? undefined)
        }
      />
      <p className="store-pay__small">
        {t('pay.agree')} <InfoLink page="productInformation">{t('pay.product')}</InfoLink>
      </p>
      <SubmitButton form={form} busy={t('pay.busy')}>
        {t('pay.action', { amount: format.money(total) })}
      </SubmitButton>
      <p className="store-pay__small store-pay__small--centred">{t('pay.where')}</p>
    </FormPage>
  );
}
