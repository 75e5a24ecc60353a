import { bpayCall, getBPayBiller } from '@wattle/contract/bpay/bpay.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { BILLER_CODE, fitsRule, takesAmount } from '@wattle/contract/rules/bill-reference.ts';
import { MASKED_REFERENCE, maskCardNumbers, maskPrefixed, maskReference } from '@wattle/contract/rules/card-numbers.ts';
import { PAYMENT_METHODS } from '@wattle/contract/rules/payment-methods.ts';
import { digitsText } from '@wattle/contract/rules/typed-text.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { BILLER_NUMBER } from '../../../ui/fields/number-field.tsx';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { centsFrom } from '../cents-from.ts';
import { LookedUpField, NameField, PaidNumberField } from '../account-fields.tsx';
import { lookUpCall, type MethodDescriptor, type PayeeFieldsProps } from '../payment-method.ts';

type Own = 'billerCode' | 'reference';

const BILLER_ERRORS = ['20227', '20233', '20243', '20250'];
const asItIs = (text: string) => text;

/** A bill, by BPAY. */
export const bpay: MethodDescriptor<Own> = {
  name: 'bpay',
  facts: PAYMENT_METHODS.bpay,
  call: bpayCall,
  pays: 'billers',
  shape: 'M6.5 3.5h11v17l-2.2-1.5-1.7 1.5-1.6-1.5-1.6 1.5-1.7-1.5-2.2 1.5zM9.5 8h5M9.5 12h5',
  payeeFields: { billerCode: 'biller-code', reference: 'biller-reference', name: 'payee-name' },
  PayeeFields,
  bsb: { field: 'billerCode', inputMode: 'numeric', plain: digitsText, show: asItIs },
  number: { field: 'reference', inputMode: 'numeric', plain: digitsText, show: asItIs },
  payeeRows: ['found', 'bsb', 'number'],
  foundTerm: 'biller',
  isNameOptional: true,
  isNamedByLookUp: true,
  recipientWords: null,
  check: ({ billerCode }) => {
    const code = digitsText(billerCode);
    return code === '' || BILLER_CODE.test(code) ? {} : { billerCode: 'Error20243' };
  },
  reads: ({ billerCode, reference, number, isSure }) => {
    const code = billerCode === '' && BILLER_CODE.test(number) ? number : billerCode;
    return code === '' ? null : { values: { billerCode: code, reference }, isSure };
  },
  lookUp: ({ billerCode, reference, amount, payeeId }) => {
    const code = digitsText(billerCode);
    if (!BILLER_CODE.test(code)) return null;
    return lookUpCall({
      operation: getBPayBiller,
      body: { BillerCode: code, ...(payeeId !== '' && MASKED_REFERENCE.test(reference) && { PayeeId: payeeId }) },
      read: ({ data, failure }) => {
        const isKnown = failure !== null && BILLER_ERRORS.includes(failure.code);
        const wrong = data && wrongReference(data, digitsText(reference));
        return {
          name: data?.BillerName ?? '',
          isVariable: data?.IsVariableCRN ?? false,
          maskedPrefixes: data?.MaskedPrefixes ?? [],
          savedNumber: data?.PayeeReference ?? '',
          mostCents: centsFrom(data?.MostAmount),
          problems: {
            ...(isKnown && { billerCode: `Error${failure.code}` }),
            ...(wrong && { reference: wrong }),
            ...(data && !takesTyped(data, amount) && { amount: 'Error20229' }),
          },
        };
      },
    });
  },
  askedName: () => null,
  trickOf: () => null,
  // A card number of the programme is masked by its prefix. Until the prefixes are known, every number that looks like
  // a card number is masked.
  destination: ({ bsb, number }, { maskedPrefixes, savedNumber, isUnderWay }) => {
    const whole = maskReference(savedNumber) === number ? savedNumber : number;
    const reference = isUnderWay ? maskCardNumbers(number) : maskPrefixed(whole, maskedPrefixes);
    return { key: 'row.biller', named: { code: bsb, reference } };
  },
};

/** Problem of a reference by its biller's rule. A masked reference is skipped: it was checked when it was saved. */
function wrongReference(biller: ResponseOf<typeof getBPayBiller>, reference: string): string | null {
  if (!/^\d+$/.test(reference)) return null;
  const { CheckRule: rule, ShortestReference: shortest, LongestReference: longest } = biller;
  return fitsRule({ rule, shortest, longest }, reference) ? null : 'Error20226';
}

/** Whether a biller accepts the typed amount. The form reports a text that is not an amount. */
function takesTyped(
  { LeastAmount: least, MostAmount: most }: ResponseOf<typeof getBPayBiller>,
  typed: string,
): boolean {
  const cents = amountInCents(typed);
  return cents === null || takesAmount({ least, most }, cents);
}

function PayeeFields({ form, lookUp, isLocked, isSaved, save, numbers }: PayeeFieldsProps<Own>) {
  const t = useTexts('transfers');
  return (
    <>
      {numbers ?? (
        <>
          <LookedUpField
            form={form}
            name="billerCode"
            isLocked={isLocked}
            hint={t('field.billerCodeHint')}
            lookUp={lookUp}
            shape={BILLER_NUMBER}
          />
          <PaidNumberField
            form={form}
            name="reference"
            isLocked={isLocked}
            hint={t('field.referenceHint')}
            lookUp={lookUp}
          />
        </>
      )}
      {save}
      {isSaved ? (
        <NameField form={form} isLocked={isLocked} label={t('field.billerName')} hint={t('field.billerNameHint')} />
      ) : null}
    </>
  );
}
