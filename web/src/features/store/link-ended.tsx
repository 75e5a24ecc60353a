import { sendLinkAgain } from '@wattle/contract/store/collection.ts';
import { useState } from 'react';
import { Link } from '../../router/public.ts';
import { send } from '../../api/send.ts';
import { wordsKeyOf } from '../../form/failure-words.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';

/**
 * A link that has ended: the card was kept, the link is too old, or five codes were wrong. A new link goes to the same
 * address.
 */
export function LinkEnded({ token, isKnown }: { readonly token: string; readonly isKnown: boolean }) {
  const t = useTexts('store');
  const wordsOf = useErrorTexts();
  const [outcome, setOutcome] = useState<'idle' | 'busy' | 'sent' | { readonly code: string }>('idle');
  const ask = async () => {
    setOutcome('busy');
    const answer = await send(sendLinkAgain, { body: { Token: token } });
    setOutcome(answer.ok ? 'sent' : { code: wordsKeyOf(answer) });
  };
  return (
    <JourneyPage title={t('over.title')}>
      <EmptyState
        picture={<Icon name="clock" />}
        title={t('over.heading')}
        text={t('over.text')}
        action={
          isKnown ? (
            <Button busy={outcome === 'busy'} onClick={() => void ask()}>
              {t('over.again')}
            </Button>
          ) : (
            <Link className={buttonClass()} to={paths.store()}>
              {t('done.store')}
            </Link>
          )
        }
      />
      <div role="status">
        {outcome === 'sent' ? <Banner>{t('over.sent')}</Banner> : null}
        {typeof outcome === 'object' ? <Banner tone="danger">{wordsOf(outcome.code)}</Banner> : null}
      </div>
    </JourneyPage>
  );
}

/** A gift that was cancelled: there is nothing to open, and its sender knows why. */
export function GiftCancelled({ sender }: { readonly sender: string }) {
  const t = useTexts('store');
  return (
    <JourneyPage
      title={t('over.cancelled')}
      lead={<p>{sender === '' ? t('over.askSender') : t('over.ask', { name: sender })}</p>}
    >
      <Link className={buttonClass({ tone: 'line' })} to={paths.store()}>
        {t('done.store')}
      </Link>
    </JourneyPage>
  );
}
