import { notCarried } from '@wattle/contract/rules/direct-entry.ts';
import { createAutoTopup, getActiveAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from '../../../router/public.ts';
import { operationKey, useOperation } from '../../../api/use-operation.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import type { Values } from '../../../form/form.domain.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { problemNames, useForm } from '../../../form/use-form.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx';
import { amountText } from '../../../ui/fields/typed-amount.ts';
import { useRefetchCards } from '../../cards/public.ts';
import { Agreement } from './agreement.tsx';
import { AmountFields } from './amount-fields.tsx';
import { AutoCurve } from './auto-curve.tsx';
import {
  AMOUNT_NAMES,
  amountNamed,
  type AmountName,
  type AutoTopupArrival,
  type AutoTopupOf,
  BANK_NAMES,
  checkAmounts,
  dollarsOf,
  type TypedTopup,
} from './auto-fields.ts';
import { BankFields, useBank } from './bank-fields.tsx';

const YES = 'yes';
const ONLY_COVER = '20144';

type Props = {
  readonly memberNumber: string;
  readonly all: AutoTopupOf;
  /** Values that were typed before. */
  readonly typed?: Partial<TypedTopup>;
};

/** Sets up an automatic top-up: when, how much, from which account, and the agreement. */
export function AutoForm({ memberNumber, all, typed: before = {} }: Props) {
  const t = useTexts('topup');
  const validation = useTexts('validation');
  const outcomes = useTexts('outcomes');
  const wordsOf = useErrorTexts();
  const format = useFormat();
  const cache = useQueryClient();
  const refetchCards = useRefetchCards();
  const navigate = useNavigate();
  const { data: person } = useOperation(getOnlineAccount, {});
  const [bsb, setBsb] = useState(before.bsb ?? '');
  const bank = useBank(bsb);
  const [checked, setChecked] = useState<Values<AmountName>>({ trigger: '', amount: '' });
  const fields = {
    trigger: {
      initial: before.trigger ?? amountText(all.ProposedTrigger * 100),
      id: 'auto-trigger',
      called: t('auto.triggerCalled'),
    },
    amount: {
      initial: before.amount ?? amountText(all.ProposedAmount * 100),
      id: 'auto-amount',
      called: t('auto.amountCalled'),
    },
    bsb: { initial: before.bsb ?? '', id: 'auto-bsb', called: t('auto.bsbCalled') },
    accountNumber: { initial: before.accountNumber ?? '', id: 'auto-number', called: t('auto.numberCalled') },
    accountName: {
      initial: before.accountName ?? '',
      id: 'auto-name',
      called: t('auto.nameCalled'),
      signOf: notCarried,
    },
    accepted: { initial: '', id: 'auto-accepted', called: t('auto.acceptedCalled') },
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: createAutoTopup,
      body: ({ trigger, amount, bsb, accountNumber, accountName }) => ({
        MemberNumber: memberNumber,
        AccountName: accountName,
        AccountNumber: accountNumber,
        Bsb: bsb,
        TriggerAmount: dollarsOf(trigger),
        Amount: dollarsOf(amount),
      }),
      names: { ...AMOUNT_NAMES, ...BANK_NAMES },
      also: (values) => {
        setChecked(values);
        return {
          ...checkAmounts(all, values),
          ...(bank.problem === undefined ? {} : { bsb: bank.problem }),
          ...(values.accepted === YES ? {} : { accepted: 'agreementNeeded' }),
        };
      },
      onDone: async () => {
        await Promise.all([cache.invalidateQueries({ queryKey: operationKey(getActiveAutoTopup) }), refetchCards()]);
        await navigate(paths.autoTopupActivate(), { state: { isSetUp: true } satisfies AutoTopupArrival });
      },
    }),
    problemWords: (name, problem, typed) =>
      problem === 'agreementNeeded'
        ? t('auto.agreement.needed')
        : validation(problem, {
            ...problemNames(fields[name], typed),
            amount: format.money(amountNamed(all, checked, name, problem)),
          }),
    refusalWords: ({ code }) => (code === ONLY_COVER ? outcomes('ErrorAutoTopUpInsufficientFunds') : wordsOf(code)),
    onTyped: (values) => setBsb(values.bsb),
  });
  const accepted = form.field('accepted');
  const [trigger, amount] = [dollarsOf(form.values.trigger), dollarsOf(form.values.amount)];
  const says = { trigger: format.money(trigger || 0), amount: format.money(amount || 0), count: all.CreditDays };
  return (
    <>
      <ErrorSummary problems={form.problems} attempt={form.attempt} onRetry={form.retry} />
      <form className="auto__form" noValidate onSubmit={form.onSubmit} onFocus={form.onFocus}>
        <AmountFields form={form} all={all} />
        <AutoCurve trigger={trigger || 0} amount={amount || 0} />
        <p className="auto__says">
          {t('auto.says', says)} {all.Fee === 0 ? t('auto.free') : t('auto.fee', { fee: format.money(all.Fee) })}
        </p>
        <h2>{t('auto.from')}</h2>
        <BankFields form={form} bank={bank} />
        {person && form.values.accountName === '' ? (
          <button
            type="button"
            className="auto__mine"
            onClick={() => form.setValue('accountName', [person.FirstName, person.Surname].filter(Boolean).join(' '))}
          >
            {t('auto.mine', { name: [person.FirstName, person.Surname].filter(Boolean).join(' ') })}
          </button>
        ) : null}
        <h2>{t('auto.agreement.title')}</h2>
        <Agreement />
        <Checkbox
          id={accepted.id}
          label={t('auto.agreement.accept')}
          isChecked={accepted.value === YES}
          error={accepted.error}
          onChange={(isChecked) => accepted.onValue(isChecked ? YES : '')}
        />
        <ol className="auto__steps">
          <li>
            <b>{t('auto.step.today')}</b>
            <small>{t('auto.step.cent')}</small>
          </li>
          <li>
            <b>{t('auto.step.by', { date: format.dateOf(all.DepositBy) })}</b>
            <small>{t('auto.step.code')}</small>
          </li>
          <li>
            <b>{t('auto.step.enter')}</b>
            <small>{t('auto.step.within', { count: all.CodeDays })}</small>
          </li>
        </ol>
        <SubmitButton form={form}>{t('auto.action')}</SubmitButton>
      </form>
    </>
  );
}
