import '../../../ui/pages/panel.css';
import './increase-limit.css';
import { Link } from '../../../router/public.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { InfoLink } from '../../../layout/info-links.tsx';
import { paths } from '../../../paths.ts';
import { AppIcon, type AppIconName } from '../../../ui/app-icon.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';
import { ForLimitHolder } from './limit-holder.tsx';

const GAINS: readonly (readonly [name: string, icon: AppIconName])[] = [
  ['wages', 'plus'],
  ['payments', 'transfer'],
  ['once', 'person'],
];
const READY = ['document', 'name', 'address'] as const;

/** Benefits of a verification and the documents to prepare. */
export function IncreaseLimitBenefitsScreen() {
  const t = useTexts('increaseLimit');
  const format = useFormat();
  return (
    <ForLimitHolder title={t('benefits.waiting')} ifVerified={paths.increaseLimitSuccessful()}>
      {({ details }) => {
        const most = format.money(details.MaximumBalance).replace(/\.00$/, '');
        const today = format.money(details.MaximumBalanceUnverified).replace(/\.00$/, '');
        return (
          <div className="increase-limit">
            <JourneyPage
              title={t('benefits.title', { most })}
              lead={t('benefits.lead')}
              back={{ to: paths.cardHome(), link: Link }}
            >
              <ul className="increase-limit__scale on-hero">
                <li>
                  <b className="figures">{today}</b>
                  <span>{t('benefits.today')}</span>
                  <i className="increase-limit__bar" aria-hidden="true" />
                </li>
                <li className="increase-limit__then">
                  <b className="figures">{most}</b>
                  <span>{t('benefits.then')}</span>
                  <i className="increase-limit__bar" aria-hidden="true" />
                </li>
              </ul>
              <ul className="increase-limit__gains">
                {GAINS.map(([name, icon]) => (
                  <li key={name}>
                    <AppIcon name={icon} />
                    <div>
                      <b>{t(`benefits.${name}`)}</b>
                      <p>{t(`benefits.${name}Text`)}</p>
                    </div>
                  </li>
                ))}
              </ul>
            </JourneyPage>
            <section className="increase-limit__aside" aria-labelledby="increase-limit-ready">
              <h2 id="increase-limit-ready">{t('benefits.ready')}</h2>
              <ul className="increase-limit__ready">
                {READY.map((what) => (
                  <li key={what}>{t(`benefits.ready.${what}`)}</li>
                ))}
              </ul>
              <Link className={buttonClass({ wide: true })} to={paths.increaseLimitYourDetails()}>
                {t('benefits.start')}
              </Link>
              <Link className={buttonClass({ tone: 'text', wide: true })} to={paths.cardHome()}>
                {t('benefits.notNow')}
              </Link>
              <p className="increase-limit__small">
                {t('benefits.privacy')} <InfoLink page="privacy">{t('benefits.privacyLink')}</InfoLink>
              </p>
            </section>
          </div>
        );
      }}
    </ForLimitHolder>
  );
}
