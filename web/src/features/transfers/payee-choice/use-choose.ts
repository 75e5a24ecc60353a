import { byName, namesOf } from '@wattle/contract/rules/typed-names.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useNavigate } from '../../../router/public.ts';
import { emptied, fieldId, firstFieldId, formAt } from '../journey/form-values.ts';
import { transferJourney } from '../journey/transfer-journey.ts';
import { payeeValues, typedIn } from '../journey/transfer.domain.ts';
import type { MethodDescriptor, PaymentValues } from '../payment-method.ts';
import type { Listed } from '../payees/payees.domain.ts';
import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useIsUser } from '../../../session/session.ts';
import { payerName, payingCardName } from './payer-name.domain.ts';

/** The payer's name, which a payee reads unless the payer enters another description. Empty if it is not known. */
function usePayerName(): string {
  const { data } = useOperation(getOnlineAccount, {}, { isEnabled: useIsUser() });
  return data ? payerName(data.FirstName, data.Surname) : '';
}

/** Opens the form for the chosen payee. An amount that was typed before stays. */
export function useChoose() {
  const navigate = useNavigate();
  const words = usePayerName();
  const open = (method: MethodDescriptor, values: Partial<PaymentValues>, field: string) => {
    const { amount = '' } = transferJourney.typed('form');
    const said = method.recipientWords ? { recipientDescription: words } : {};
    transferJourney.throwAway();
    transferJourney.typeIn('form', { ...emptied(method), amount, ...said, ...values });
    void navigate(formAt(field));
  };
  return {
    payee(payee: Listed) {
      const { method, LastPurpose } = payee;
      const purpose =
        method.call.fields.purpose !== null && LastPurpose !== null ? { purpose: String(LastPurpose) } : {};
      open(method, { ...payeeValues(method, payee), ...purpose }, fieldId('amount'));
    },
    /** A card of one's own, by a method within the programme. */
    ownCard(method: MethodDescriptor, card: CardSummary, payer: CardSummary) {
      const number = { [method.number.field]: card.AccountNumber };
      // The receiving card lists the money by the paying one.
      const said = { recipientDescription: payingCardName(payer) };
      open(method, { name: card.CardName, ...number, ...said, isOwn: 'yes' }, fieldId('amount'));
    },
    /** A payee whose numbers were read from a text. The form asks for what is missing. */
    read(method: MethodDescriptor, values: PaymentValues) {
      // The payee alone: amount and descriptions are not of the text.
      const payee = byName(namesOf(method.payeeFields), (name) => typedIn(values, name));
      const missing = namesOf(payee).find((name) => payee[name] === '' && !(name === 'name' && method.isNameOptional));
      open(method, { ...payee, isRead: 'yes' }, fieldId(missing ?? 'amount'));
    },
    someoneNew(method: MethodDescriptor) {
      open(method, {}, firstFieldId(method));
    },
  };
}
