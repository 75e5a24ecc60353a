import '../../ui/pages/panel.css';
import './my-account.css';
import { isPrimaryAccount } from '@wattle/contract/cards/home.ts';
import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation } from '../../router/public.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { type OpenSection, useOpenSection } from '../../journey/edit-section.tsx';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { PartFailed } from '../../layout/part-failed.tsx';
import { paths } from '../../paths.ts';
import { useIsCardAlone, useIsUser } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { SummaryList } from '../../ui/pages/summary-list.tsx';
import { PasscodeSection } from './passcode-section.tsx';
import { useReference } from '../../api/use-reference.ts';
import { DebtNotices } from '../debts/debt-notice.part.tsx';
import { SignIns } from '../access/sign-ins/sign-ins.part.tsx';
import { AddressSection } from './address-section.tsx';
import { MarketingSection, StatementSection } from './choice-sections.tsx';
import { ClosingSection } from './closing-section.tsx';
import { EmailSection } from './email-section.tsx';
import { MobileSection } from './mobile-section.tsx';
import { QuestionSection } from './question-section.tsx';
import { TaxSection } from './tax-section.tsx';
import { type Person, whoRows } from './person.domain.ts';
import { PasswordSection } from './password-section.tsx';
import { PhoneSection } from './phone-section.tsx';
import { UsernameSection, useMayChooseUsername } from './username-section.tsx';
import { lazyPart } from '../../missing-script/lazy-part.tsx';

/** Loaded only for people who are not verified. */
const PersonSection = lazyPart(
  async () => (await import('./person-section.tsx')).PersonSection,
  <SkeletonRows count={2} />,
);
/** Loaded only when a contact waits for its code, which is rare. */
const PendingContact = lazyPart(async () => (await import('./pending-contact.tsx')).PendingContact);

/** Keeps every section closed when the page that confirms an upgrade has led here. */
const NOTHING_OPENS: OpenSection = { id: 'upgrade', open: () => undefined };

/** Profile of the signed-in user. One section is edited at a time. */
export function MyAccountScreen() {
  const isUser = useIsUser();
  const isCardAlone = useIsCardAlone();
  const person = useOperation(getPersonalDetails, {}, { isEnabled: isUser });
  if (isCardAlone) return <Navigate to={paths.cardHome()} replace />;
  return (
    <div className="my-account">
      <Who person={person.data} />
      <div className="my-account__split">
        <div className="my-account__main">
          <DebtNotices />
          {person.data ? <Sections person={person.data} /> : null}
          {person.failure && !person.data ? <LoadFailed failure={person.failure} onRetry={person.refetch} /> : null}
          {person.isPending ? (
            <div className="panel my-account__waiting">
              <SkeletonRows count={6} />
            </div>
          ) : null}
        </div>
        <aside className="my-account__side">
          <SignIns />
        </aside>
      </div>
    </div>
  );
}

/** The name and the sign-in before this one. */
function Who({ person }: { readonly person: Person | undefined }) {
  const t = useTexts('myAccount');
  const format = useFormat();
  const last = person?.PreviousLogin ?? null;
  const initials = [person?.FirstName, person?.Surname].map((name) => [...(name ?? '')][0] ?? '').join('');
  return (
    <div className="my-account__who">
      <span className="my-account__initials" aria-hidden="true">
        {initials}
      </span>
      <div>
        <h1 className="my-account__title">{t('title')}</h1>
        <p className="my-account__last">
          {last === null
            ? [person?.FirstName, person?.Surname].filter(Boolean).join(' ')
            : t('last', { date: format.dateOf(last), time: format.timeOf(last) })}
        </p>
      </div>
    </div>
  );
}

function Sections({ person }: { readonly person: Person }) {
  const t = useTexts('myAccount');
  const format = useFormat();
  const brand = useBrand();
  const opened = useOpenSection();
  const { state } = useLocation() as { state: { fromUpgrade?: true } | null };
  const section = state?.fromUpgrade ? NOTHING_OPENS : opened;
  const holder = useOperation(isPrimaryAccount, {});
  const primary = holder.data;
  const { ContactsHeldUntil: heldUntil } = person;
  // A contact that is not there yet can be given at any time.
  const mayChange = heldUntil === null;
  const mayEditEmail = brand.AllowEditEmailAddress && (mayChange || person.EmailAddress === '');
  const mayEditMobile = brand.AllowEditPhoneNumber && (mayChange || person.Mobile === '');
  const reference = useReference();
  const mayChoose = useMayChooseUsername(person);
  const held = heldUntil && { date: format.dateOf(heldUntil), time: format.timeOf(heldUntil) };
  return (
    <>
      <PartFailed parts={[holder, reference]} text={t('failed')} />
      {held ? <Banner tone="warning">{t('held', held)}</Banner> : null}
      <Pending person={person} channel="email" mayEdit={mayEditEmail} />
      <div className="panel">
        {mayChoose ? <UsernameSection section={section} person={person} /> : null}
        <EmailSection section={section} person={person} mayEdit={mayEditEmail} hasUsername={mayChoose} />
        <PasswordSection section={section} person={person} />
        <PasscodeSection section={section} />
        <QuestionSection section={section} person={person} mayEdit={brand.AllowEditUsernameAndSecurityQuestion} />
        <p className="my-account__foot">
          <Link className="my-account__way" to={paths.signInMethods()}>
            {t('methods')}
          </Link>
          <Link className="my-account__way" to={paths.accountCheck()}>
            {t('check')}
          </Link>
        </p>
      </div>
      <Pending person={person} channel="mobile" mayEdit={mayEditMobile} />
      <div className="panel">
        <MobileSection section={section} person={person} mayEdit={mayEditMobile} />
        <PhoneSection section={section} person={person} mayEdit={brand.AllowEditPhoneNumber && mayChange} />
      </div>
      {!person.Kyc && mayChange ? (
        <div className="panel">
          <PersonSection section={section} person={person} titles={reference.titles} />
        </div>
      ) : (
        <div className="panel my-account__panel">
          <SummaryList layout="sides" rows={whoRows(person, t, format)} />
          {person.Kyc ? <p className="my-account__last">{t('verified')}</p> : null}
        </div>
      )}
      <div className="panel">
        <AddressSection
          section={section}
          person={person}
          kind="home"
          mayEdit={brand.AllowEditAddress && mayChange}
          reference={reference}
        />
        <AddressSection
          section={section}
          person={person}
          kind="letters"
          mayEdit={brand.AllowEditAddress && mayChange}
          reference={reference}
        />
      </div>
      <TaxSection section={section} person={person} />
      <div className="panel">
        {primary && brand.Features.statements ? <StatementSection section={section} person={person} /> : null}
        <MarketingSection section={section} person={person} />
      </div>
      {primary ? (
        <div className="panel">
          <ClosingSection section={section} person={person} />
        </div>
      ) : null}
    </>
  );
}

type PendingProps = { readonly person: Person; readonly channel: 'email' | 'mobile'; readonly mayEdit: boolean };

/** Dialog for the code of a new contact, over the section that asked for it. */
function Pending({ person, channel, mayEdit }: PendingProps) {
  const t = useTexts('myAccount');
  const [isConfirmed, setIsConfirmed] = useState(false);
  const news = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pressed button is removed with its form.
    if (isConfirmed) news.current?.focus();
  }, [isConfirmed]);
  const pending = person.PendingContacts.find(({ Channel }) => Channel === channel);
  const isFirst = (channel === 'email' ? person.EmailAddress : person.Mobile) === '';
  return (
    <>
      <div className="my-account__news" role="status" tabIndex={-1} ref={news}>
        {isConfirmed ? <Banner tone="ok">{t(`pending.done.${channel}`)}</Banner> : null}
      </div>
      {pending ? (
        <PendingContact
          key={pending.Value}
          pending={pending}
          isFirst={isFirst}
          mayEdit={mayEdit}
          onConfirmed={() => setIsConfirmed(true)}
        />
      ) : null}
    </>
  );
}
