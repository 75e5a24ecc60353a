import { PAYMENT_METHODS } from '@wattle/contract/rules/payment-methods.ts';
import { kindOfPayId, payIdOf, readablePayId } from '@wattle/contract/rules/pay-id.ts';
import { payIdCall } from '@wattle/contract/transfers/pay-id.ts';
import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import type { MethodDescriptor, PayeeFieldsProps } from '../payment-method.ts';
import { PayeePicture } from '../payees/payee-picture.part.tsx';

type Own = 'payId';

/** The PayID as the network has it; else the text. */
const plain = (typed: string) => payIdOf(typed) ?? lineText(typed);
const show = (payId: string) => (payIdOf(payId) === payId ? readablePayId(payId) : payId);

/** A payment to a PayID, which is looked up before its form opens. */
export const payId: MethodDescriptor<Own> = {
  name: 'payId',
  facts: PAYMENT_METHODS.payId,
  call: payIdCall,
  pays: 'people',
  shape:
    'M8.5 3.5h7A1.5 1.5 0 0 1 17 5v14a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19V5a1.5 1.5 0 0 1 1.5-1.5zM11 17.5h2',
  payeeFields: { payId: 'pay-id', name: 'pay-id-name' },
  PayeeFields,
  bsb: null,
  number: { field: 'payId', inputMode: 'email', plain, show },
  payeeRows: ['number'],
  foundTerm: '',
  isNameOptional: true,
  isNamedByLookUp: true,
  isFoundFirst: true,
  recipientWords: { hint: 'field.messageHint', isCopied: true },
  check: ({ payId: typed }) => (typed === '' || payIdOf(typed) !== null ? {} : { payId: 'payIdValid' }),
  reads: ({ is, text }) =>
    is === 'mobile' || is === 'email' || is === 'business' ? { values: { payId: plain(text) }, isSure: true } : null,
  lookUp: () => null,
  askedName: () => null,
  trickOf: () => 'other',
  destination: ({ number }, { name: bank }) => ({
    key: bank === '' ? 'row.payId' : 'row.payIdBank',
    named: { payId: show(number), bank },
  }),
};

/** Whether a PayID is one of a business, which is shown as one. */
export const isOfBusiness = (payIdText: string): boolean =>
  ['business', 'organisation'].includes(kindOfPayId(payIdText));

/** Whom the PayID was found to be. Another one is looked up in place of the form. */
function PayeeFields({ form, save }: PayeeFieldsProps<Own>) {
  const t = useTexts('transfers');
  const { values } = form;
  const field = form.field('payId');
  const change = () => {
    form.setValue('asksAnother', 'yes');
    form.setValue('lookUpId', '');
  };
  return (
    <>
      <div className="transfer__payee">
        <PayeePicture name={values.name} isBiller={isOfBusiness(values.payId)} />
        <div className="transfer__payee-words">
          <p className="transfer__payee-name">{values.name}</p>
          <p className="transfer__note">{show(values.payId)}</p>
          {values.foundBank === '' ? null : <p className="transfer__note">{values.foundBank}</p>}
          {field.error === undefined ? null : <p className="transfer__note">{field.error}</p>}
        </div>
        <div className="transfer__tools">
          <Button id="pay-id" tone="text" small onClick={change}>
            {t('payId.again')}
          </Button>
        </div>
      </div>
      {save}
    </>
  );
}
