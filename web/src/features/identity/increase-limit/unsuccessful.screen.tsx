import './increase-limit.css';
import { Link, Navigate, useLocation } from '../../../router/public.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { InfoLink, useInfoPages } from '../../../layout/info-links.tsx';
import { OutcomePage, type OutcomeState } from '../../../layout/outcome-page.tsx';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { AskAgain } from '../../activation/identity/ask-again.part.tsx';
import { useResult } from './use-result.ts';

const WHYS = ['notFound', 'pending', 'cancelled', 'changed', 'locked'] as const;
type Why = (typeof WHYS)[number];
const STATES: Readonly<Record<Why, OutcomeState>> = {
  notFound: 'notSent',
  pending: 'waiting',
  cancelled: 'stopped',
  changed: 'notSent',
  locked: 'notSent',
};

/** The limit stays as it is: why, and whom to ask. */
export function IncreaseLimitUnsuccessfulScreen() {
  const t = useTexts('increaseLimit');
  const { SupportPhoneNumber: phone } = useBrand();
  const pages = useInfoPages();
  const askResult = useResult();
  const { why: given, caseId = '' } = (useLocation().state ?? {}) as { why?: Why; caseId?: string };
  const why = WHYS.find((each) => each === given);
  // Opened without a check, so there is no result.
  if (!why) return <Navigate to={paths.increaseLimitBenefits()} replace />;
  return (
    <OutcomePage
      state={STATES[why]}
      title={t(`${why}.title`)}
      lead={
        <>
          <p>{t(`${why}.lead`)}</p>
          <p>{t(`${why}.what`)}</p>
        </>
      }
      ways={
        <>
          {why === 'changed' ? (
            <Link className={buttonClass({ wide: true })} to={paths.increaseLimitYourDetails()}>
              {t('changed.again')}
            </Link>
          ) : null}
          <a
            className={buttonClass({ wide: true, ...(why === 'changed' && { tone: 'line' }) })}
            href={`tel:${phone.replace(/\s/g, '')}`}
          >
            <Icon name="phone" size="s" />
            {t('call', { phone })}
          </a>
          {why === 'pending' ? (
            <AskAgain ask={() => askResult(caseId)} label={t('pending.ask')} still={t('pending.still')} />
          ) : null}
          {why === 'notFound' || why === 'cancelled' ? (
            <Link className={buttonClass({ tone: 'line', wide: true })} to={paths.increaseLimitYourDetails()}>
              {t('again')}
            </Link>
          ) : null}
        </>
      }
    >
      <nav className="increase-limit__links" aria-label={t('links')}>
        <Link to={paths.contactUs()}>{t('help')}</Link>
        {pages.includes('faqs') ? <InfoLink page="faqs">{t('faqs')}</InfoLink> : null}
        <Link to={paths.cardHome()}>{t('cards')}</Link>
      </nav>
    </OutcomePage>
  );
}
