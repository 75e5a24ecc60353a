import '../../ui/panel.css';
import './my-account.css';
import { isPrimaryAccount } from '@wattle/contract/cards/home/is-primary-account.ts';
import { getPersonalDetails } from '@wattle/contract/profile/get-personal-details.ts';
import { Link, Navigate } from 'react-router';
import { useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useOpenSection } from '../../journey/edit-section.tsx';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { useIsUser } from '../../session/session.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { SummaryList } from '../../ui/summary-list.tsx';
import { AddressSection } from './address-section.tsx';
import { MarketingSection, StatementSection } from './choice-sections.tsx';
import type { Person } from './person.domain.ts';
import { PasswordSection } from './password-section.tsx';
import { PhoneSection } from './phone-section.tsx';

/** Who is signed in, how they are reached and what they are sent; one section is edited at a time. */
export function MyAccountScreen() {
  const t = useTexts('myAccount');
  const isUser = useIsUser();
  const person = useOperation(getPersonalDetails, {}, { isEnabled: isUser });
  if (!isUser) return <Navigate to={paths.cardHome()} replace />;
  return (
    <div className="my-account">
      <h1 className="my-account__title">{t('title')}</h1>
      {person.data ? <Sections person={person.data} /> : null}
      {person.failure && !person.data ? <LoadFailed failure={person.failure} onRetry={person.refetch} /> : null}
      {person.isPending ? (
        <div className="panel">
          <SkeletonRows count={6} />
        </div>
      ) : null}
    </div>
  );
}

function Sections({ person }: { readonly person: Person }) {
  const t = useTexts('myAccount');
  const format = useFormat();
  const { AllowEditPhoneNumber, AllowEditAddress } = useBrand();
  const section = useOpenSection();
  const primary = useOperation(isPrimaryAccount, {}).data;
  const last = person.PreviousLogin;
  return (
    <>
      {last === null ? null : (
        <p className="my-account__last">{t('last', { date: format.dateOf(last), time: format.timeOf(last) })}</p>
      )}
      <div className="panel my-account__panel">
        <SummaryList
          layout="sides"
          rows={[
            { term: t('username'), value: person.UserName },
            { term: t('email'), value: person.EmailAddress || t('none') },
            { term: t('question'), value: person.SecurityQuestion ?? t('none') },
          ]}
        />
        <Link className="my-account__way" to={paths.signInMethods()}>
          {t('methods')}
        </Link>
      </div>
      <div className="panel">
        <PasswordSection section={section} />
      </div>
      <div className="panel my-account__panel">
        <SummaryList
          layout="sides"
          rows={[
            {
              term: t('name'),
              value: [person.Title, person.FirstName, person.MiddleName, person.Surname].filter(Boolean).join(' '),
            },
            { term: t('birthDate'), value: person.DateOfBirth || t('none') },
            ...(person.TaxFileNumber === null ? [] : [{ term: t('taxFileNumber'), value: person.TaxFileNumber }]),
          ]}
        />
        <p className="my-account__last">{t(person.Kyc ? 'verified' : 'unverified')}</p>
      </div>
      <div className="panel">
        <PhoneSection section={section} person={person} mayEdit={AllowEditPhoneNumber} />
      </div>
      <div className="panel">
        <AddressSection section={section} person={person} kind="home" mayEdit={AllowEditAddress} />
        <AddressSection section={section} person={person} kind="letters" mayEdit={AllowEditAddress} />
      </div>
      <div className="panel">
        {primary ? <StatementSection section={section} person={person} /> : null}
        <MarketingSection section={section} person={person} />
      </div>
    </>
  );
}
