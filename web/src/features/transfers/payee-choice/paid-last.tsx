import './paid-last.css';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Link } from '../../../router/public.ts';
import { paths } from '../../../paths.ts';
import { PayeePicture } from '../payees/payee-picture.part.tsx';
import { type Listed, paidLast } from '../payees/payees.domain.ts';

type PaidLastProps = { readonly payees: readonly Listed[]; readonly onChoose: (payee: Listed) => void };

/** Payees and billers in the order of the last payment, then those without one. A press chooses one. */
export function PaidLast({ payees, onChoose }: PaidLastProps) {
  const t = useTexts('transfers');
  const format = useFormat();
  const shown = paidLast(payees);
  if (shown.length === 0) return null;
  return (
    <section className="payee-choice__part" aria-labelledby="transfer-paid-last">
      <div className="payee-choice__heads">
        <h2 className="payee-choice__head" id="transfer-paid-last">
          {t(shown.some(({ LastPaidAt }) => LastPaidAt === null) ? 'payee.label' : 'paidLast')}
        </h2>
        <Link className="payee-choice__way" to={paths.payees()}>
          {t('payee.all')}
        </Link>
      </div>
      <ul className="paid-last">
        {shown.map((payee) => (
          <li key={payee.PayeeId}>
            <button type="button" className="paid-last__payee" onClick={() => onChoose(payee)}>
              <PayeePicture name={payee.DestinationAccountName} isBiller={payee.method.pays === 'billers'} isLarge />
              <span className="paid-last__name">{payee.DestinationAccountName}</span>
              {payee.LastPaidAmount === null ? null : (
                <span className="paid-last__amount">{format.money(payee.LastPaidAmount)}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
