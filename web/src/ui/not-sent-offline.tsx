import { useIsOnline } from '../browser/online.ts';
import { useTexts } from '../i18n/use-texts.ts';

/** Says beside a button why it sends nothing: without a network, nothing waits to be sent later. */
export function NotSentOffline({ id }: { readonly id: string }) {
  const t = useTexts('ui');
  const isOnline = useIsOnline();
  return (
    <p role="status" id={id} className="review-page__offline">
      {isOnline ? '' : t('offline.notSent')}
    </p>
  );
}
