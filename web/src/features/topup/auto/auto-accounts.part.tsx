import { getAutoTopupAccounts } from '@wattle/contract/topup/auto-topup-accounts.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../router/public.ts';
import { useIsUser } from '../../../session/session.ts';
import { Banner } from '../../../ui/banner.tsx';

/** Numbers of the caller's accounts with an automatic top-up, with or without cards. */
export function useAutoAccounts(): readonly string[] {
  const isUser = useIsUser();
  const { data } = useOperation(getAutoTopupAccounts, { body: {} }, { isEnabled: isUser });
  return (data?.Accounts ?? []).map(({ AccountNumber }) => AccountNumber);
}

/** On card home without cards: the link to an automatic top-up that exists all the same. */
export function AutoTopupWithoutCard() {
  const t = useTexts('cards');
  if (useAutoAccounts().length === 0) return null;
  return (
    <Banner title={t('autoTopup.noCardTitle')}>
      {t('autoTopup.noCardText')} <Link to={paths.topup()}>{t('autoTopup.manage')}</Link>
    </Banner>
  );
}
