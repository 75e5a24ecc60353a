import type { BodyInputOf } from '@wattle/contract/operation.ts';
import type { ProofContent } from '@wattle/contract/access/step-up.ts';
import { returnFundProof } from '@wattle/contract/transfers/payment-proof.ts';
import { returnFund } from '@wattle/contract/returns/returns.ts';
import { paymentText } from '@wattle/contract/rules/direct-entry.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import type { Problems } from '../../form/form.domain.ts';
import { checkBody, fieldFor, refusedWireField } from '../../form/operation.domain.ts';
import { digitsText } from '@wattle/contract/rules/typed-text.ts';

/** Fields of the form. */
export type ReturnField = 'name' | 'bsb' | 'accountNumber';
type ReturnValues = Readonly<Record<ReturnField, string>>;
type ReturnBody = BodyInputOf<typeof returnFund>;

const CHECKED: Readonly<Record<ReturnField, true>> = { name: true, bsb: true, accountNumber: true };
const FIELD_OF: Readonly<Record<string, ReturnField>> = {
  DestinationAccountName: 'name',
  DestinationBsb: 'bsb',
  DestinationAccountNumber: 'accountNumber',
};

/** Request body of a return of funds. */
export function returnBodyOf(values: ReturnValues, source: CardReference): ReturnBody {
  return {
    SourceAccountNumber: source.AccountNumber,
    MaskedCardNumber: source.MaskedCardNumber,
    ExpirationDate: source.ExpirationDate,
    CheckPendingAutoTopUp: true,
    DestinationBsb: digitsText(values.bsb).replace(/^(\d{3})(\d{3})$/, '$1-$2'),
    DestinationAccountNumber: digitsText(values.accountNumber),
    DestinationAccountName: paymentText(values.name),
  };
}

/** Proof subject of a return of the given amount. */
export function returnProofOf(body: ReturnBody, dollars: number): ProofContent {
  return returnFundProof(returnFund.body.parse(body), dollars);
}

/** Problems of a return, as keys of the validation texts. */
export function checkReturn(values: ReturnValues, source: CardReference): Problems<ReturnField> {
  return checkBody(CHECKED, returnFund, returnBodyOf(values, source), FIELD_OF);
}

/** Addresses of the fields within the form's page. */
export const RETURN_FIELD_IDS: Readonly<Record<ReturnField, string>> = {
  name: 'return-name',
  bsb: 'return-bsb',
  accountNumber: 'return-account',
};

/** The field of the form that a refusal is about. */
export function refusedReturnField(refusal: { readonly code: string; readonly field?: string }) {
  return fieldFor(CHECKED, FIELD_OF, refusedWireField(returnFund, refusal));
}
