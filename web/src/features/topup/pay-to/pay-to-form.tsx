import { useQueryClient } from '@tanstack/react-query';
import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { notCarried } from '@wattle/contract/rules/direct-entry.ts';
import { mostADay, PAY_TO_ACCOUNT } from '@wattle/contract/rules/pay-to.ts';
import { getAutoTopupAccounts } from '@wattle/contract/topup/auto-topup-accounts.ts';
import { getActiveAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { createPayTo } from '@wattle/contract/topup/pay-to.ts';
import { useState } from 'react';
import { operationKey, useOperation } from '../../../api/use-operation.ts';
import type { Values } from '../../../form/form.domain.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { problemNames, useForm } from '../../../form/use-form.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx';
import { amountText } from '../../../ui/fields/typed-amount.ts';
import { useRefetchCards } from '../../cards/public.ts';
import { AmountFields } from '../auto/amount-fields.tsx';
import { AutoForm } from '../auto/auto-form.tsx';
import {
  AMOUNT_NAMES,
  amountNamed,
  type AmountName,
  type AutoTopupOf,
  BANK_NAMES,
  checkAmounts,
  dollarsOf,
  type TypedTopup,
} from '../auto/auto-fields.ts';
import { BankFields, useBank } from '../auto/bank-fields.tsx';

type Props = {
  readonly memberNumber: string;
  readonly all: AutoTopupOf;
  /** Values that were typed or agreed before. */
  readonly typed?: Partial<TypedTopup>;
  /** By direct debit, as its account takes no agreements. */
  readonly isDebit?: boolean;
  readonly onDone?: () => void;
};

/** Sets up an automatic top-up: by PayTo, or by direct debit with what was typed, where the account takes no agreements. */
export function SetUpAutoTopup({ memberNumber, all, typed = {}, isDebit = false, onDone }: Props) {
  const [byDebit, setByDebit] = useState<Partial<TypedTopup> | null>(isDebit ? typed : null);
  if (!all.CanUsePayTo || byDebit) return <AutoForm memberNumber={memberNumber} all={all} typed={byDebit ?? typed} />;
  return <PayToForm memberNumber={memberNumber} all={all} typed={typed} onDone={onDone} onDebit={setByDebit} />;
}

type FormProps = {
  readonly memberNumber: string;
  readonly all: AutoTopupOf;
  readonly typed: Partial<TypedTopup>;
  readonly onDone: (() => void) | undefined;
  readonly onDebit: (typed: TypedTopup) => void;
};

function PayToForm({ memberNumber, all, typed, onDone, onDebit }: FormProps) {
  const t = useTexts('topup');
  const validation = useTexts('validation');
  const format = useFormat();
  const cache = useQueryClient();
  const refetchCards = useRefetchCards();
  const { data: person } = useOperation(getOnlineAccount, {});
  const [bsb, setBsb] = useState(typed.bsb ?? '');
  const bank = useBank(bsb);
  const [checked, setChecked] = useState<Values<AmountName>>({ trigger: '', amount: '' });
  const fields = {
    trigger: {
      initial: typed.trigger ?? amountText(all.ProposedTrigger * 100),
      id: 'auto-trigger',
      called: t('auto.triggerCalled'),
    },
    amount: {
      initial: typed.amount ?? amountText(all.ProposedAmount * 100),
      id: 'auto-amount',
      called: t('auto.amountCalled'),
    },
    bsb: { initial: typed.bsb ?? '', id: 'auto-bsb', called: t('auto.bsbCalled') },
    accountNumber: { initial: typed.accountNumber ?? '', id: 'auto-number', called: t('auto.numberCalled') },
    accountName: {
      initial: typed.accountName ?? '',
      id: 'auto-name',
      called: t('auto.nameCalled'),
      signOf: notCarried,
    },
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: createPayTo,
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
        return { ...checkAmounts(all, values), ...(bank.problem === undefined ? {} : { bsb: bank.problem }) };
      },
      onDone: async () => {
        const stale = [getActiveAutoTopup, getAutoTopupAccounts];
        const renewed = stale.map((one) => cache.invalidateQueries({ queryKey: operationKey(one) }));
        await Promise.all([...renewed, refetchCards()]);
        onDone?.();
      },
    }),
    problemWords: (name, problem, given) =>
      validation(problem, {
        ...problemNames(fields[name], given),
        amount: format.money(amountNamed(all, checked, name, problem)),
      }),
    onTyped: (values) => setBsb(values.bsb),
  });
  const { values } = form;
  const [trigger, amount] = [dollarsOf(values.trigger) || 0, dollarsOf(values.amount) || 0];
  const number = values.accountNumber.replaceAll(/[ -]/g, '');
  // A number that agreements cannot name: with letters, or too long once it is typed.
  const cannot = bank.takesPayTo === false || (number.length > 3 && !PAY_TO_ACCOUNT.test(number));
  const mine = person ? [person.FirstName, person.Surname].filter(Boolean).join(' ') : '';
  return (
    <>
      <ErrorSummary problems={form.problems} attempt={form.attempt} onRetry={form.retry} />
      <form className="auto__form" noValidate onSubmit={form.onSubmit} onFocus={form.onFocus}>
        <p className="auto__says">{t('payTo.lede')}</p>
        <AmountFields form={form} all={all} />
        <h2>{t('auto.from')}</h2>
        <BankFields
          form={form}
          bank={bank.takesPayTo === true && !cannot ? { ...bank, name: t('payTo.can', { bank: bank.name }) } : bank}
        />
        {mine !== '' && values.accountName === '' ? (
          <button type="button" className="auto__mine" onClick={() => form.setValue('accountName', mine)}>
            {t('auto.mine', { name: mine })}
          </button>
        ) : null}
        {cannot ? (
          <Banner title={t('payTo.unsupported.title')} role="status">
            <p>{t('payTo.unsupported.text')}</p>
            <Button onClick={() => onDebit(values)}>{t('payTo.useDebit')}</Button>
          </Banner>
        ) : (
          <>
            <p className="auto__says">
              {t('payTo.say', {
                trigger: format.money(trigger),
                amount: format.money(amount),
                most: format.money(mostADay(amount, all.MaximumLoad)),
              })}
            </p>
            <dl className="pay-to__rows">
              <div>
                <dt>{t('payTo.arrives')}</dt>
                <dd>{t('payTo.minute')}</dd>
              </div>
              <div>
                <dt>
                  {t('payTo.fee')}
                  {all.Fee === 0 ? null : <small>{t('payTo.feeWhen')}</small>}
                </dt>
                <dd className="figures">{format.money(all.Fee)}</dd>
              </div>
            </dl>
            <SubmitButton form={form}>{t('payTo.ask')}</SubmitButton>
            <p className="topup__key">{t('payTo.next')}</p>
            <Button tone="line" onClick={() => onDebit(values)}>
              {t('payTo.byDebit')}
            </Button>
          </>
        )}
      </form>
    </>
  );
}
