import type { CardDetails } from '@wattle/contract/cards/home.ts';
import { Link } from '../../../router/public.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { useIsUser } from '../../../session/session.ts';
import { Banner } from '../../../ui/banner.tsx';

/** On card home: an automatic top-up that waits for its code, has expired, or whose card cannot be used. */
export function AutoTopupNotice({ details }: { readonly details: CardDetails | undefined }) {
  const t = useTexts('cards');
  const isUser = useIsUser();
  if (!isUser || !details) return null;
  if (details.IsAutoTopUpWaiting) {
    return (
      <Banner title={t('autoTopup.pendingTitle')}>
        {t('autoTopup.pendingText')} <Link to={paths.autoTopupActivate()}>{t('autoTopup.activate')}</Link>
      </Banner>
    );
  }
  if (!details.HasPendingAutoTopUpExpired) {
    if (!details.HasAutoTopUp || details.CardStatus === 'Active' || details.CardStatus === 'ActiveOff') return null;
    return (
      <Banner title={t('autoTopup.noCardTitle')}>
        {t('autoTopup.noCardText')} <Link to={paths.topup()}>{t('autoTopup.manage')}</Link>
      </Banner>
    );
  }
  return (
    <Banner tone="warning" title={t('autoTopup.expiredTitle')}>
      {t('autoTopup.expiredText')} <Link to={paths.topup()}>{t('autoTopup.look')}</Link>
    </Banner>
  );
}
