import { Link } from '../../../router/public.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { InfoLink, useInfoPages } from '../../../layout/info-links.tsx';
import { OutcomePage } from '../../../layout/outcome-page.tsx';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';
import { cardWords } from '../../cards/public.ts';
import { TopUpLink } from '../../topup/top-up-link.part.tsx';
import { ForLimitHolder } from './limit-holder.tsx';

/** The holder is verified: what the card may hold from now on. */
export function IncreaseLimitSuccessfulScreen() {
  const t = useTexts('increaseLimit');
  const format = useFormat();
  const pages = useInfoPages();
  return (
    <ForLimitHolder title={t('benefits.waiting')}>
      {({ card, details, person }) =>
        person.Kyc ? (
          <OutcomePage
            state="done"
            title={t('successful.title', { most: format.money(details.MaximumBalance).replace(/\.00$/, '') })}
            pageTitle={t('successful.waiting')}
            lead={<p>{t('successful.lead', { card: cardWords(card) })}</p>}
            ways={
              <>
                <Link className={buttonClass({ wide: true })} to={paths.cardHome()}>
                  {t('home')}
                </Link>
                <TopUpLink card={card} />
                {pages.includes('faqs') ? (
                  <InfoLink className={buttonClass({ tone: 'line', wide: true })} page="faqs">
                    {t('faqs')}
                  </InfoLink>
                ) : null}
              </>
            }
          />
        ) : (
          <JourneyPage title={t('successful.notYet')} lead={t('benefits.lead')}>
            <Link className={buttonClass({ wide: true })} to={paths.increaseLimitBenefits()}>
              {t('benefits.start')}
            </Link>
          </JourneyPage>
        )
      }
    </ForLimitHolder>
  );
}
