import { getCardDetails } from '@wattle/contract/cards/home.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import { useNow } from '../../api/use-now.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useFormat } from '../../i18n/format.ts';
import { OwnedMoney } from '../../i18n/hidden-money.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { showsInterest } from '../cards/public.ts';
import { received, startYear } from './statements.domain.ts';
import { TaxSummary } from './tax-summary.tsx';

/** Interest and the tax on it of two financial years, where the account earns any. */
export function InterestAndTax({ card }: { readonly card: CardReference }) {
  const t = useTexts('statements');
  const format = useFormat();
  const details = useOperation(getCardDetails, { body: { Card: card } }).data;
  const today = format.dayOf(useNow());
  if (!details || !showsInterest(details)) return null;
  const years = [
    [details.InterestYearToDate, details.WithholdingTaxYearToDate],
    [details.InterestLastYear, details.WithholdingTaxLastYear],
  ] as const;
  const rows = [
    ['interest.earned', years.map(([earned]) => earned)],
    ['interest.withheld', years.map(([, withheld]) => -withheld)],
    ['interest.received', years.map(([earned, withheld]) => received(earned, withheld))],
  ] as const;
  return (
    <section className="statements__part" aria-labelledby="interest-and-tax">
      <h2 id="interest-and-tax">{t('interest.title')}</h2>
      <p>{t('interest.years')}</p>
      <table className="statements__interest" aria-labelledby="interest-and-tax">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('interest.what')}</span>
            </th>
            <th scope="col">{t('interest.thisYear')}</th>
            <th scope="col">{t('interest.lastYear')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, [thisYear = 0, lastYear = 0]]) => (
            <tr key={name}>
              <th scope="row">{t(name)}</th>
              <td>
                <OwnedMoney dollars={thisYear} />
              </td>
              <td>
                <OwnedMoney dollars={lastYear} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {details.InterestLastYear > 0 ? (
        <TaxSummary accountNumber={card.AccountNumber} startYear={startYear(today) - 1} />
      ) : null}
    </section>
  );
}
