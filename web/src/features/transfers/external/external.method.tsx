import { PAYMENT_METHODS } from '@wattle/contract/rules/payment-methods.ts';
import { TRANSFER_CATEGORY } from '@wattle/contract/transfers/transfer.ts';
import { externalCall } from '@wattle/contract/transfers/external.ts';
import { digitsText, isBlank, lineText } from '@wattle/contract/rules/typed-text.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { BSB_NUMBER } from '../../../ui/fields/number-field.tsx';
import { LookedUpField, NameField, PaidNumberField } from '../account-fields.tsx';
import { inGroups, withHyphen } from '../account-numbers.domain.ts';
import type { MethodDescriptor, PayeeFieldsProps } from '../payment-method.ts';
import { BSB, bsbLookUp } from './bsb-look-up.ts';

type Own = 'bsb' | 'accountNumber';

const BANK_NUMBER = /^[A-Za-z0-9]{3,9}$/;
/** A number without a label that is more likely an account than a BSB or a biller code. */
const BARE_ACCOUNT = /^\d{7,9}$/;
const asItIs = (text: string) => text;

/** A transfer to an account at another bank, by direct entry. */
export const external: MethodDescriptor<Own> = {
  name: 'external',
  facts: PAYMENT_METHODS.external,
  call: externalCall,
  pays: 'people',
  shape: 'M4 9.5 12 5l8 4.5zM6.5 12v5M10.2 12v5M13.8 12v5M17.5 12v5M4.5 19.5h15',
  payeeFields: { name: 'payee-name', bsb: 'payee-bsb', accountNumber: 'payee-account' },
  PayeeFields,
  bsb: { field: 'bsb', inputMode: 'numeric', plain: digitsText, show: withHyphen },
  number: { field: 'accountNumber', inputMode: 'text', plain: digitsText, show: asItIs },
  payeeRows: ['bsb', 'found', 'number'],
  foundTerm: 'bank',
  isNameOptional: false,
  isNamedByLookUp: false,
  recipientWords: { hint: 'field.lodgementHint', isCopied: true },
  check: ({ accountNumber }) =>
    !isBlank(accountNumber) && digitsText(accountNumber) === '' ? { accountNumber: 'errorAccountNumberInvalid' } : {},
  reads: ({ bsb, account, number, name, isSure }) => {
    const code = BSB.test(number) ? number : bsb;
    const accountNumber = BARE_ACCOUNT.test(number) ? number : account;
    if (code === '' && accountNumber === '') return null;
    // An account alone is taken to the form, which asks for its BSB.
    return { values: { bsb: code, accountNumber, name }, isSure: isSure || code === '' };
  },
  lookUp: ({ bsb, purpose }) => bsbLookUp(bsb, Number(purpose) === TRANSFER_CATEGORY.ownInstitution),
  askedName: ({ name, bsb, accountNumber }) => {
    const [Bsb, AccountNumber] = [digitsText(bsb), digitsText(accountNumber)];
    const isComplete = BSB.test(Bsb) && BANK_NUMBER.test(AccountNumber);
    return isComplete ? { Bsb, AccountNumber, AccountName: lineText(name) } : null;
  },
  trickOf: ({ purpose }) => {
    if (purpose === String(TRANSFER_CATEGORY.ownInstitution)) return 'within';
    return purpose === String(TRANSFER_CATEGORY.housing) ? 'housing' : 'other';
  },
  destination: ({ bsb, number }) => ({
    key: 'row.bankAccount',
    named: { bsb: withHyphen(bsb), number: inGroups(number) },
  }),
};

function PayeeFields({ form, lookUp, isLocked, nameAnswer, save, numbers }: PayeeFieldsProps<Own>) {
  const t = useTexts('transfers');
  return (
    <>
      {numbers}
      <NameField form={form} isLocked={isLocked} label={t('field.accountName')} hint={t('field.nameHint')} />
      {numbers === null ? (
        <div className="transfer__numbers">
          <LookedUpField
            form={form}
            name="bsb"
            isLocked={isLocked}
            hint={t('field.bsbHint')}
            lookUp={lookUp}
            shape={BSB_NUMBER}
          />
          <PaidNumberField
            form={form}
            name="accountNumber"
            isLocked={isLocked}
            hint={t('field.bankAccountHint')}
            takesLetters
          />
        </div>
      ) : null}
      {nameAnswer}
      {save}
    </>
  );
}
