import './paid-last.css';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { MethodDescriptor } from '../payment-method.ts';
import { PayeePicture } from './payee-picture.tsx';
import { type Listed, paidLast } from './payees.domain.ts';

type PaidLastProps = {
  readonly payees: readonly Listed[];
  /** By which the card may pay. */
  readonly methods: readonly MethodDescriptor[];
  /** The one that the form is filled in for. */
  readonly chosen: string;
  readonly onChoose: (payee: Listed) => void;
};

/** The saved payees that were paid last: one press fills the form in. */
export function PaidLast({ payees, methods, chosen, onChoose }: PaidLastProps) {
  const t = useTexts('transfers');
  const format = useFormat();
  const shown = paidLast(payees, methods);
  if (shown.length === 0) return null;
  return (
    <section className="transfer__section" aria-labelledby="transfer-paid-last">
      <h2 className="transfer__head" id="transfer-paid-last">
        {t('paidLast')}
      </h2>
      <ul className="paid-last">
        {shown.map((payee) => (
          <li key={payee.PayeeId}>
            <button
              type="button"
              className="paid-last__payee"
              aria-pressed={payee.PayeeId === chosen}
              onClick={() => onChoose(payee)}
            >
              <PayeePicture payee={payee} isLarge />
              <span className="paid-last__name">{payee.DestinationAccountName}</span>
              <span className="paid-last__amount">{format.money(payee.LastPaidAmount ?? 0)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
