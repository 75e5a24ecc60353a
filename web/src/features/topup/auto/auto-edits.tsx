import { notCarried } from '@wattle/contract/rules/direct-entry.ts';
import { type AutoTopup, getActiveAutoTopup, updateAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { operationKey } from '../../../api/use-operation.ts';
import type { Failed, Values } from '../../../form/form.domain.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import type { FormRules } from '../../../form/use-form.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { EditSection, type OpenSection } from '../../../journey/edit-section.tsx';
import { amountText } from '../../../ui/fields/typed-amount.ts';
import { useRefetchCards } from '../../cards/public.ts';
import { AmountFields } from './amount-fields.tsx';
import {
  AMOUNT_NAMES,
  amountNamed,
  type AmountName,
  type AutoTopupOf,
  BANK_NAMES,
  type BankName,
  checkAmounts,
  dollarsOf,
  type Part,
} from './auto-fields.ts';
import { BankFields, useBank } from './bank-fields.tsx';

type Props = {
  readonly memberNumber: string;
  readonly all: AutoTopupOf;
  readonly topup: AutoTopup;
  readonly section: OpenSection;
};

const SHOWN_DIGITS = 3;
const withHyphen = (bsb: string) => `${bsb.slice(0, 3)}-${bsb.slice(3)}`;

/** Whole request body of an existing top-up; changes are merged into it. */
function requestBodyOf(memberNumber: string, topup: AutoTopup) {
  return {
    AutoTopUpId: topup.id,
    MemberNumber: memberNumber,
    AccountName: topup.accountName,
    AccountNumber: topup.accountNumber,
    Bsb: topup.bsb,
    TriggerAmount: topup.minBalance,
    Amount: topup.amount,
  };
}

function useSaved(): () => Promise<void> {
  const cache = useQueryClient();
  const refetchCards = useRefetchCards();
  return async () => {
    await Promise.all([cache.invalidateQueries({ queryKey: operationKey(getActiveAutoTopup) }), refetchCards()]);
  };
}

function savingBy<Name extends string>(rules: FormRules<Name>) {
  return async ({ values }: { readonly values: Values<Name> }): Promise<Failed<Name> | null> => {
    const end = await rules.submit(values);
    return end === 'paused' ? null : end;
  };
}

/** The trigger and the amount. */
export function AmountsEdit({ memberNumber, all, topup, section }: Props) {
  const t = useTexts('topup');
  const validation = useTexts('validation');
  const format = useFormat();
  const onDone = useSaved();
  const [latest, setLatest] = useState<Values<AmountName>>({ trigger: '', amount: '' });
  const fields = {
    trigger: { label: t('auto.trigger'), called: t('auto.triggerCalled'), id: 'auto-trigger' },
    amount: { label: t('auto.amount'), called: t('auto.amountCalled'), id: 'auto-amount' },
  };
  const rules = operationRules(fields, {
    operation: updateAutoTopup,
    body: ({ trigger, amount }) => ({
      ...requestBodyOf(memberNumber, topup),
      TriggerAmount: dollarsOf(trigger),
      Amount: dollarsOf(amount),
    }),
    names: AMOUNT_NAMES,
    also: (values) => {
      setLatest(values);
      return checkAmounts(all, values);
    },
    onDone,
  });
  return (
    <EditSection
      section={section}
      id="auto-amounts"
      title={t('auto.amounts')}
      rows={[
        { term: t('auto.trigger'), value: format.money(topup.minBalance) },
        { term: t('auto.amount'), value: format.money(topup.amount) },
      ]}
      saved={{ trigger: amountText(topup.minBalance * 100), amount: amountText(topup.amount * 100) }}
      fields={fields}
      check={rules.check}
      save={savingBy(rules)}
      problemWords={(name, problem) =>
        validation(problem, {
          field: fields[name].called,
          amount: format.money(amountNamed(all, latest, name, problem)),
        })
      }
      action={t('auto.amountsSave')}
    >
      {(form) => <AmountFields form={form} all={all} />}
    </EditSection>
  );
}

/** The bank account that is debited: another one needs a new code. */
export function BankEdit({ memberNumber, topup, section }: Props) {
  const t = useTexts('topup');
  const onDone = useSaved();
  const [looked, setLooked] = useState<string | undefined>(undefined);
  const fields = {
    bsb: { label: t('auto.bsb'), called: t('auto.bsbCalled'), id: 'auto-bsb' },
    accountNumber: { label: t('auto.accountNumber'), called: t('auto.numberCalled'), id: 'auto-number' },
    accountName: { label: t('auto.accountName'), called: t('auto.nameCalled'), id: 'auto-name', signOf: notCarried },
  };
  const rules = operationRules(fields, {
    operation: updateAutoTopup,
    body: ({ bsb, accountNumber, accountName }) => ({
      ...requestBodyOf(memberNumber, topup),
      AccountName: accountName,
      AccountNumber: accountNumber,
      Bsb: bsb,
    }),
    names: BANK_NAMES,
    also: () => (looked === undefined ? {} : { bsb: looked }),
    onDone,
  });
  return (
    <EditSection
      section={section}
      id="auto-bank"
      title={t('auto.from')}
      hint={t('auto.bankHint')}
      rows={[
        {
          term: t('auto.fromShort'),
          value: [topup.accountName, topup.bankName].filter(Boolean).join(', '),
          detail: t('auto.ending', { bsb: withHyphen(topup.bsb), ending: topup.accountNumber.slice(-SHOWN_DIGITS) }),
        },
      ]}
      saved={{ bsb: withHyphen(topup.bsb), accountNumber: topup.accountNumber, accountName: topup.accountName }}
      fields={fields}
      check={rules.check}
      save={savingBy(rules)}
      action={t('auto.bankSave')}
    >
      {(form) => <BankLookUp form={form} onLook={setLooked} />}
    </EditSection>
  );
}

type LookedUpProps = { readonly form: Part<BankName>; readonly onLook: (problem: string | undefined) => void };

function BankLookUp({ form, onLook }: LookedUpProps) {
  const bank = useBank(form.values.bsb);
  useEffect(() => onLook(bank.problem), [onLook, bank.problem]);
  return <BankFields form={form} bank={bank} />;
}
