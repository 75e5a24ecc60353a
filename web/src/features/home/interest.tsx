import '../../ui/pages/panel.css';
import './interest.css';
import type { CardDetails } from '@wattle/contract/cards/home.ts';
import { OwnedMoney } from '../../i18n/hidden-money.tsx';
import { numberFormat } from '@wattle/contract/rules/intl-formats.ts';
import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { InterestThisMonth } from '../transactions/interest-this-month.part.tsx';
import type { CardReference } from '@wattle/contract/wire.ts';

type InterestTableProps = { readonly card: CardReference; readonly details: CardDetails };

/** Interest of a debit product: its rate, and what was earned and withheld by financial year. */
export function InterestTable({ card, details }: InterestTableProps) {
  const t = useTexts('cards');
  const language = useLanguage();
  const rate = numberFormat(LANGUAGE_TAG[language], { style: 'percent', minimumFractionDigits: 2 });
  const years = [
    { name: t('interest.thisYear'), earned: details.InterestYearToDate, withheld: details.WithholdingTaxYearToDate },
    { name: t('interest.lastYear'), earned: details.InterestLastYear, withheld: details.WithholdingTaxLastYear },
  ];
  return (
    <section className="panel panel--padded interest" aria-labelledby="interest-title">
      <h2 id="interest-title" className="interest__title">
        {t('interest.title')}
      </h2>
      <InterestThisMonth card={card} />
      <p className="interest__rate">{t('interest.rate', { rate: rate.format(details.SavingsInterestRate / 100) })}</p>
      <table className="interest__table">
        <caption className="visually-hidden">{t('interest.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('interest.year')}</th>
            <th scope="col">{t('interest.earned')}</th>
            <th scope="col">{t('interest.withheld')}</th>
          </tr>
        </thead>
        <tbody>
          {years.map((year) => (
            <tr key={year.name}>
              <th scope="row">{year.name}</th>
              <td>
                <OwnedMoney dollars={year.earned} />
              </td>
              <td>
                <OwnedMoney dollars={year.withheld} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
