import { getAliasName, aliasCall } from '@wattle/contract/test-support/alias.ts';
import { ALIAS } from '@wattle/contract/test-support/alias-facts.ts';
import { LookedUpField } from '../../src/features/transfers/account-fields.tsx';
import {
  lookUpCall,
  type MethodDescriptor,
  type PayeeFieldsProps,
} from '../../src/features/transfers/payment-method.ts';

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** A sample of a new payment method's one file of the web. */
export const alias: MethodDescriptor<'alias'> = {
  name: 'alias',
  facts: ALIAS,
  call: aliasCall,
  pays: 'people',
  shape: 'M12 12h0',
  payeeFields: { alias: 'alias', name: 'alias-name' },
  PayeeFields,
  bsb: null,
  number: { field: 'alias', inputMode: 'email', plain: (typed) => typed.trim(), show: (text) => text },
  payeeRows: ['number'],
  foundTerm: '',
  isNameOptional: true,
  isNamedByLookUp: true,
  recipientWords: { hint: 'field.recipientDescriptionHint', isCopied: false },
  check: ({ alias: typed }) => (typed === '' || EMAIL.test(typed.trim()) ? {} : { alias: 'aliasValid' }),
  lookUp: ({ alias: typed }) =>
    EMAIL.test(typed.trim())
      ? lookUpCall({
          operation: getAliasName,
          body: { Alias: typed.trim() },
          read: ({ data }) => ({ name: data?.Name ?? '' }),
        })
      : null,
  reads: ({ is, text }) => (is === 'email' ? { values: { alias: text }, isSure: true } : null),
  askedName: () => null,
  trickOf: () => 'other',
  destination: ({ number }) => ({ key: 'row.alias', named: { number } }),
};

/** Its texts, which a brand may give as well as texts/ does. */
export const ALIAS_TEXTS = {
  'transfers:new.alias': 'An alias',
  'transfers:new.alias.how': 'By email address',
  'transfers:new.alias.title': 'Pay an alias',
  'transfers:kind.alias': 'Transfer to an alias',
  'transfers:arrives.alias': 'There in a minute on {{date}}',
  'transfers:field.alias': 'Email address',
  'transfers:missing.alias': 'the email address',
  'validation:aliasValid': 'Enter an email address',
  'transfers:row.alias': 'alias {{number}}',
};

function PayeeFields({ form, lookUp, isLocked, save, numbers }: PayeeFieldsProps<'alias'>) {
  return (
    <>
      {numbers ?? <LookedUpField form={form} name="alias" isLocked={isLocked} lookUp={lookUp} />}
      {save}
    </>
  );
}
