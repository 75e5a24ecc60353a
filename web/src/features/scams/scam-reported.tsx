import './scams.css';
import type { ScamReport } from '@wattle/contract/scams/report-scam.ts';
import { Link } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { OutcomePage } from '../../layout/outcome-page.tsx';
import { paths } from '../../paths.ts';
import { useIsUser } from '../../session/session.ts';
import { buttonClass } from '../../ui/button.tsx';

type ScamReportedProps = { readonly report: ScamReport; readonly name: string; readonly dollars: number };

/** A reported payment: what became of it, and what its payer does now. */
export function ScamReported({ report, name, dollars }: ScamReportedProps) {
  const t = useTexts('scams');
  const format = useFormat();
  const isUser = useIsUser();
  const { SupportPhoneNumber: phone } = useBrand();
  const { Outcome, Reference, ReportedAt, IsOpen } = report;
  return (
    <OutcomePage
      state="done"
      title={t(`done.${Outcome}`, { name })}
      pageTitle={t('done.title')}
      lead={<p>{t(`done.${Outcome}.text`, { name })}</p>}
      content={
        <section className="scam-next" aria-labelledby="scam-next">
          <h2 id="scam-next">{t('next')}</h2>
          <ol>
            <li>
              <p>
                <a href={`tel:${phone.replace(/\s/g, '')}`}>{t('next.call', { phone })}</a>
              </p>
              <p>{t('next.callText')}</p>
            </li>
            {isUser ? (
              <li>
                <p>
                  <Link to={paths.myAccount()}>{t('next.password')}</Link>
                </p>
                <p>{t('next.passwordText')}</p>
              </li>
            ) : null}
            <li>
              <p>{t('next.alone')}</p>
              <p>{t('next.aloneText')}</p>
            </li>
          </ol>
        </section>
      }
      ways={
        <Link className={buttonClass({ wide: true })} to={paths.cardHome()}>
          {t('home')}
        </Link>
      }
      slip={{
        number: Reference,
        rows: [
          { term: t('row.reference'), value: Reference },
          { term: t('row.amount'), value: format.money(dollars) },
          { term: t('row.to'), value: name },
          {
            term: t('row.reported'),
            value: t('when', { date: format.dateOf(ReportedAt), time: format.timeOf(ReportedAt) }),
          },
          { term: t('row.state'), value: t(IsOpen ? 'state.open' : 'state.over') },
        ],
      }}
    />
  );
}
