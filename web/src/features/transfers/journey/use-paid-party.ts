import { useTexts } from '../../../i18n/use-texts.ts';
import { methodOf } from '../methods.ts';
import { checkedPayment, type FormValues } from './transfer-journey.ts';
import { payeeNameOf } from './transfer.domain.ts';
import { useLookUp } from './use-look-up.ts';

/** Name and account of the payee, as review and receipt show them. */
export function usePaidParty(values: FormValues): { readonly name: string; readonly destination: string } {
  const t = useTexts('transfers');
  const method = methodOf(values.method);
  const payment = checkedPayment(values);
  const lookUp = useLookUp(method.isNamedByLookUp ? method.lookUp(values) : null);
  const bank = method.isFoundFirst ? { ...lookUp, name: values.foundBank } : lookUp;
  const { key, named } = method.destination(payment, bank);
  return { name: payeeNameOf(payment, values.foundName), destination: t(key, named) };
}
