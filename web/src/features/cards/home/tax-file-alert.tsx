import type { CardDetails } from '@wattle/contract/cards/home/get-card-details.ts';
import { isPrimaryAccount } from '@wattle/contract/cards/home/is-primary-account.ts';
import { getPersonalDetails } from '@wattle/contract/profile/get-personal-details.ts';
import { Link } from 'react-router';
import { useOperation } from '../../../api/use-operation.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { useIsUser } from '../../../session/session.ts';
import { Banner } from '../../../ui/banner.tsx';
import { showsInterest } from '../cards.domain.ts';

/** For a primary holder whose account earns interest, while no tax file number is known. */
export function TaxFileAlert({ details }: { readonly details: CardDetails | undefined }) {
  const t = useTexts('cards');
  const earns = useIsUser() && details !== undefined && showsInterest(details);
  const profile = useOperation(getPersonalDetails, {}, { isEnabled: earns });
  const isMissing = earns && profile.data?.TaxFileNumber === null;
  const primary = useOperation(isPrimaryAccount, {}, { isEnabled: isMissing });
  if (!isMissing || primary.data !== true) return null;
  return (
    <Banner title={t('taxFile.title')}>
      {t('taxFile.text')} <Link to={paths.setTaxFile()}>{t('taxFile.set')}</Link>
    </Banner>
  );
}
