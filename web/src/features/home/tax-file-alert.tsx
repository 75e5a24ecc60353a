import type { CardDetails } from '@wattle/contract/cards/home.ts';
import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { Link } from '../../router/public.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useWithheld } from '../../i18n/withheld.ts';
import { paths } from '../../paths.ts';
import { useIsUser } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { showsInterest } from '../cards/public.ts';

/** Asks a primary holder whose account earns interest for a missing tax file number. */
export function TaxFileAlert({ details }: { readonly details: CardDetails | undefined }) {
  const t = useTexts('cards');
  const earns = useIsUser() && details !== undefined && showsInterest(details);
  // The greeting has asked for this data already.
  const { data: account } = useOperation(getOnlineAccount, {}, { isEnabled: earns });
  const withheld = useWithheld(account?.Withholding);
  if (!earns || !account?.IsPrimaryAccount || account.TaxFileNumber !== null) return null;
  return (
    <Banner tone="warning" title={t('taxFile.title')}>
      {withheld ? t('taxFile.text', withheld) : null} <Link to={paths.setTaxFile()}>{t('taxFile.set')}</Link>
    </Banner>
  );
}
