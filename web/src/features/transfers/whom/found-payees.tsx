import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PayeePicture } from '../payees/payee-picture.tsx';
import { type Listed, numberOf } from '../payees/payees.domain.ts';

type FoundPayeesProps = { readonly payees: readonly Listed[]; readonly onChoose: (payee: Listed) => void };

/** Saved people and billers that match a search. */
export function FoundPayees({ payees, onChoose }: FoundPayeesProps) {
  const t = useTexts('payees');
  const format = useFormat();
  if (payees.length === 0) return <p className="whom__none">{t('nothingFound')}</p>;
  return (
    <ul className="whom__found">
      {payees.map((payee) => (
        <li key={payee.PayeeId}>
          <button type="button" className="whom__entry" onClick={() => onChoose(payee)}>
            <PayeePicture payee={payee} />
            <span className="whom__who">
              <b>{payee.DestinationAccountName}</b>
              <span className="whom__quiet">{numberOf(payee)}</span>
            </span>
            {payee.LastPaidAmount === null ? null : (
              <span className="whom__quiet">{format.money(payee.LastPaidAmount)}</span>
            )}
            <Icon name="next" size="s" />
          </button>
        </li>
      ))}
    </ul>
  );
}
