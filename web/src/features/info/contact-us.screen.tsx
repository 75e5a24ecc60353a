import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { InfoLink, useInfoPages } from '../../layout/info-links.tsx';
import { paths } from '../../paths.ts';
import { useIsSignedIn, useIsUser } from '../../session/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FaqGroups } from './faq-groups.tsx';
import { InfoPage, InfoSection } from './info-page.tsx';
import { InfoRow, InfoRows, OwnPageRow } from './info-rows.tsx';
import { getInstanceName, getShowAboutLink } from '@wattle/contract/brands/config.ts';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';

/** The name of the instance for its link; null if the brand shows none, and until that is known. */
function useInstanceName(): string | null {
  const { BrandIdentifier: brand } = useBrand();
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      const shown = await call(getShowAboutLink, { query: { brand } });
      if (!shown.ok || !shown.value.ShowAboutLink) return;
      const named = await call(getInstanceName, { query: { brand } });
      if (!isGone && named.ok) setName(named.value.InstanceName);
    };
    void ask();
    return () => {
      isGone = true;
    };
  }, [brand]);
  return name;
}

const DAYS = ['Weekdays', 'Saturday', 'Sunday'] as const;
const SECTIONS = ['lost', 'before', 'access', 'complaint'] as const;

/** Times at which the phone is answered, where the brand says them. */
function PhoneHours() {
  const t = useTexts('info');
  const brand = useBrand();
  const days = DAYS.flatMap((day) => {
    const hours = brand[`SupportHours${day}`];
    return typeof hours === 'string' ? [{ day, from: hours.slice(0, 5), to: hours.slice(6) }] : [];
  });
  if (days.length === 0) return null;
  return (
    <InfoSection title={t('contact.hours.title')}>
      {days.map(({ day, from, to }) => (
        <p key={day} className="figures">
          {t(`contact.hours.${day}`, { from, to })}
        </p>
      ))}
    </InfoSection>
  );
}

/** Contact details of support, and help without contact. */
export function ContactUsScreen() {
  const t = useTexts('info');
  const common = useTexts('common');
  const isSignedIn = useIsSignedIn();
  const isUser = useIsUser();
  const { SupportPhoneNumber: phone, BrandUrl, CompanyUrl, ShowFAQ, FaqUrl } = useBrand();
  const instance = useInstanceName();
  // The page of the questions ends a session, so who is signed in reads them here.
  const isInside = isSignedIn && ShowFAQ && FaqUrl === null;
  const pages = useInfoPages().filter((page) => page !== 'contactUs' && !(page === 'faqs' && isInside));
  return (
    <InfoPage
      title={t('contact.title')}
      lead={t('contact.lead')}
      action={
        <a className={buttonClass({ tone: 'accent' })} href={`tel:${phone.replace(/\s/g, '')}`}>
          <Icon name="phone" size="s" />
          {t('contact.call')}
        </a>
      }
    >
      <PhoneHours />
      {SECTIONS.map((section) => (
        <InfoSection key={section} title={t(`contact.${section}.title`)}>
          <p>{t(`contact.${section}.text`)}</p>
          {section === 'lost' ? (
            <InfoRows>
              <InfoRow to={isSignedIn ? paths.stopCard() : paths.accountSignIn()}>
                {t(isSignedIn ? 'contact.lost.report' : 'contact.lost.signIn')}
              </InfoRow>
            </InfoRows>
          ) : null}
          {section === 'complaint' ? (
            <InfoRows>
              <InfoRow to={isUser ? paths.newComplaint() : paths.complaint()}>{t('contact.complaint.make')}</InfoRow>
              {isUser ? <InfoRow to={paths.complaints()}>{t('contact.complaint.list')}</InfoRow> : null}
            </InfoRows>
          ) : null}
        </InfoSection>
      ))}
      {isInside ? (
        <div id="questions" className="info-page__questions" tabIndex={-1}>
          <FaqGroups />
        </div>
      ) : null}
      <InfoSection title={t('contact.more.title')}>
        <InfoRows>
          {isSignedIn ? null : <InfoRow to={paths.accountSignIn()}>{t('contact.more.signIn')}</InfoRow>}
          {isUser ? <InfoRow to={paths.signInMethods()}>{common('signInMethods')}</InfoRow> : null}
          <InfoRow to={paths.requestAccessCode()}>{t('contact.more.code')}</InfoRow>
          <InfoRow to={paths.requestActivationCode()}>{t('contact.more.activationCode')}</InfoRow>
          {pages.map((page) => (
            <li key={page}>
              <InfoLink className="info-page__row" page={page} end={<Icon name="next" size="s" />}>
                {common(`info.${page}`)}
              </InfoLink>
            </li>
          ))}
          <OwnPageRow href={CompanyUrl}>{t('contact.more.website')}</OwnPageRow>
          {instance === null ? null : <OwnPageRow href={BrandUrl}>{t('contact.more.about', { instance })}</OwnPageRow>}
        </InfoRows>
      </InfoSection>
    </InfoPage>
  );
}
