import { isBlank } from '@wattle/contract/rules/typed-text.ts';
import {
  judgeAutoTopup,
  largestTopup,
  largestTrigger,
  LEAST_TRIGGER,
} from '@wattle/contract/rules/auto-topup-amounts.ts';
import type { getActiveAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { Problems, Values } from '../../../form/form.domain.ts';
import type { FormField } from '../../../form/use-form.ts';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';

export type AutoTopupOf = ResponseOf<typeof getActiveAutoTopup>;
/** State of the address that asks for the code: true after the set-up. */
export type AutoTopupArrival = { readonly isSetUp?: boolean };

export type AmountName = 'trigger' | 'amount';
export type BankName = 'bsb' | 'accountNumber' | 'accountName';

/** Values that are typed to set one up. */
export type TypedTopup = Values<AmountName | BankName>;

/** Fields by their names on the wire. */
export const AMOUNT_NAMES = { TriggerAmount: 'trigger', Amount: 'amount' } as const;
export const BANK_NAMES = { Bsb: 'bsb', AccountNumber: 'accountNumber', AccountName: 'accountName' } as const;

/** Interface these fields need from a form that may have further fields. */
export type Part<Name extends string> = {
  readonly values: Values<Name>;
  readonly field: (name: Name) => FormField;
};

/** Dollars of a typed amount; NaN for any other text. */
export function dollarsOf(typed: string): number {
  const cents = amountInCents(typed);
  return cents === null ? Number.NaN : cents / 100;
}

export function boundsOf(all: AutoTopupOf) {
  return { maximumBalance: all.MaximumBalance, minimumLoad: all.MinimumLoad, maximumLoad: all.MaximumLoad };
}

/** Problems of the two typed amounts. */
export function checkAmounts(all: AutoTopupOf, values: Values<AmountName>): Problems<AmountName> {
  const own = (name: AmountName) => {
    if (isBlank(values[name])) return { [name]: 'gtZero' };
    return amountInCents(values[name]) === null ? { [name]: 'nan' } : {};
  };
  const problems: Problems<AmountName> = { ...own('trigger'), ...own('amount') };
  if (Object.keys(problems).length > 0) return problems;
  const fault = judgeAutoTopup(boundsOf(all), {
    trigger: dollarsOf(values.trigger),
    amount: dollarsOf(values.amount),
  });
  if (!fault) return {};
  // A change of either amount corrects it, so each field shows its own message.
  if (fault.problem === 'triggerAmountLessThanTopupAmount') {
    return { trigger: fault.problem, amount: 'topupAmountLessThanTriggerAmount' };
  }
  return { [AMOUNT_NAMES[fault.field]]: fault.problem };
}

/** The amount that a problem names. */
export function amountNamed(all: AutoTopupOf, values: Values<AmountName>, name: string, problem: string): number {
  if (name === 'trigger') return problem === 'ltLimitAmount' ? largestTrigger(boundsOf(all)) : LEAST_TRIGGER;
  return problem === 'ltLimitAmount' ? mostOf(all, values.trigger) : all.MinimumLoad;
}

/** The largest top-up for a trigger. */
export function mostOf(all: AutoTopupOf, trigger: string): number {
  const dollars = dollarsOf(trigger);
  return largestTopup(boundsOf(all), Number.isNaN(dollars) ? 0 : dollars);
}
