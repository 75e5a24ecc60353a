import { getPayIdName, payIdCall } from '@wattle/contract/test-support/pay-id.ts';
import { PAY_ID } from '@wattle/contract/test-support/pay-id-facts.ts';
import { LookedUpField } from '../../src/features/transfers/account-fields.tsx';
import {
  lookUpCall,
  type MethodDescriptor,
  type PayeeFieldsProps,
} from '../../src/features/transfers/payment-method.ts';

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** A sample of a new payment method's one file of the web. */
export const payId: MethodDescriptor<'payId'> = {
  name: 'payId',
  facts: PAY_ID,
  call: payIdCall,
  pays: 'people',
  shape: 'M12 12h0',
  payeeFields: { payId: 'pay-id', name: 'pay-id-name' },
  PayeeFields,
  bsb: null,
  number: { field: 'payId', inputMode: 'email', plain: (typed) => typed.trim(), show: (text) => text },
  payeeRows: ['number'],
  foundTerm: '',
  isNameOptional: true,
  isNamedByLookUp: true,
  recipientWords: { hint: 'field.recipientDescriptionHint', isCopied: false },
  check: ({ payId: typed }) => (typed === '' || EMAIL.test(typed.trim()) ? {} : { payId: 'payIdValid' }),
  lookUp: ({ payId: typed }) =>
    EMAIL.test(typed.trim())
      ? lookUpCall({
          operation: getPayIdName,
          body: { PayId: typed.trim() },
          read: ({ data }) => ({ name: data?.Name ?? '' }),
        })
      : null,
  reads: ({ is, text }) => (is === 'email' ? { values: { payId: text }, isSure: true } : null),
  askedName: () => null,
  trickOf: () => 'other',
  destination: ({ number }) => ({ key: 'row.payId', named: { number } }),
};

/** Its texts, which a brand may give as well as texts/ does. */
export const PAY_ID_TEXTS = {
  'transfers:new.payId': 'A PayID',
  'transfers:new.payId.how': 'By email address',
  'transfers:new.payId.title': 'Pay a PayID',
  'transfers:kind.payId': 'Transfer to a PayID',
  'transfers:arrives.payId': 'There in a minute on {{date}}',
  'transfers:field.payId': 'Email address',
  'transfers:missing.payId': 'the email address',
  'validation:payIdValid': 'Enter an email address',
  'transfers:row.payId': 'PayID {{number}}',
};

function PayeeFields({ form, lookUp, isLocked, save, numbers }: PayeeFieldsProps<'payId'>) {
  return (
    <>
      {numbers ?? <LookedUpField form={form} name="payId" isLocked={isLocked} lookUp={lookUp} />}
      {save}
    </>
  );
}
