import './interest.css';
import type { CardDetails } from '@wattle/contract/cards/get-card-details.ts';
import { useFormat } from '../../i18n/format.ts';
import { LANGUAGE_TAG } from '../../i18n/languages.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';

/** Interest of a debit product: its rate, and what was earned and withheld this financial year and last. */
export function InterestTable({ details }: { readonly details: CardDetails }) {
  const t = useTexts('cards');
  const format = useFormat();
  const language = useLanguage();
  const rate = new Intl.NumberFormat(LANGUAGE_TAG[language], { style: 'percent', minimumFractionDigits: 2 });
  return (
    <section className="panel panel--padded interest" aria-labelledby="interest-title">
      <h2 id="interest-title" className="interest__title">
        {t('interest.title')}
      </h2>
      <p className="interest__rate">{t('interest.rate', { rate: rate.format(details.SavingsInterestRate / 100) })}</p>
      <table className="interest__table">
        <caption className="visually-hidden">{t('interest.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('interest.item')}</span>
            </th>
            <th scope="col">{t('interest.thisYear')}</th>
            <th scope="col">{t('interest.lastYear')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('interest.earned')}</th>
            <td>{format.money(details.InterestYearToDate)}</td>
            <td>{format.money(details.InterestLastYear)}</td>
          </tr>
          <tr>
            <th scope="row">{t('interest.withheld')}</th>
            <td>{format.money(details.WithholdingTaxYearToDate)}</td>
            <td>{format.money(details.WithholdingTaxLastYear)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
