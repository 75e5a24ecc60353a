import { PAYMENT_METHODS } from '@wattle/contract/rules/payment-methods.ts';
import { internalCall } from '@wattle/contract/transfers/internal.ts';
import { digitsText, isBlank, lineText } from '@wattle/contract/rules/typed-text.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { NameField, PaidNumberField } from '../account-fields.tsx';
import { inGroups } from '../account-numbers.domain.ts';
import type { MethodDescriptor, PayeeFieldsProps } from '../payment-method.ts';

const OWN_NUMBER = /^\d{9}$/;

/** A transfer to another account of the brand. */
export const internal: MethodDescriptor<'accountNumber'> = {
  name: 'internal',
  facts: PAYMENT_METHODS.internal,
  call: internalCall,
  pays: 'people',
  shape:
    'M5.5 5.5h13A2.5 2.5 0 0 1 21 8v8a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 16V8a2.5 2.5 0 0 1 2.5-2.5zM8 12h7.5M13 9.5l2.5 2.5-2.5 2.5',
  payeeFields: { name: 'payee-name', accountNumber: 'payee-account' },
  PayeeFields,
  bsb: null,
  number: { field: 'accountNumber', inputMode: 'numeric', plain: digitsText, show: inGroups },
  payeeRows: ['number'],
  foundTerm: '',
  isNameOptional: false,
  isNamedByLookUp: false,
  recipientWords: { hint: 'field.recipientDescriptionHint', isCopied: false },
  check: ({ accountNumber }, payer) => {
    const number = digitsText(accountNumber);
    if (number === '') return isBlank(accountNumber) ? {} : { accountNumber: 'errorAccountNumberInvalid' };
    return number === payer ? { accountNumber: 'sameAccount' } : {};
  },
  reads: ({ bsb, account, number, name }) => {
    const own = account === '' ? number : account;
    return bsb === '' && OWN_NUMBER.test(own) ? { values: { accountNumber: own, name }, isSure: true } : null;
  },
  lookUp: () => null,
  askedName: ({ name, accountNumber }) => {
    const AccountNumber = digitsText(accountNumber);
    return OWN_NUMBER.test(AccountNumber) ? { Bsb: null, AccountNumber, AccountName: lineText(name) } : null;
  },
  trickOf: () => 'within',
  destination: ({ number }) => ({ key: 'row.account', named: { number: inGroups(number) } }),
};

function PayeeFields({ form, isLocked, nameAnswer, save, numbers }: PayeeFieldsProps<'accountNumber'>) {
  const t = useTexts('transfers');
  return (
    <>
      {numbers}
      <NameField form={form} isLocked={isLocked} label={t('field.name')} hint={t('field.nameHint')} />
      {numbers === null ? (
        <PaidNumberField form={form} name="accountNumber" isLocked={isLocked} hint={t('field.accountNumberHint')} />
      ) : null}
      {nameAnswer}
      {save}
    </>
  );
}
