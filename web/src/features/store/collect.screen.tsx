import './order.css';
import { getCollection } from '@wattle/contract/store/collection.ts';
import type { CardSecrets } from '@wattle/contract/store/store.ts';
import { useCallback, useEffect, useState } from 'react';
import { Navigate } from '../../router/public.ts';
import { type CallFailure, send } from '../../api/send.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { CollectForm } from './collect-form.tsx';
import { CollectedCard } from './collected-card.tsx';
import type { Collection } from './collection.ts';
import { GiftPage } from './gift-page.tsx';
import { collectLink } from './held-link.ts';
import { GiftCancelled, LinkEnded } from './link-ended.tsx';
import { StoreFrame } from './store-frame.tsx';
import { usePageFault } from '../../api/server-fault.ts';

type Opened = { readonly card: CardSecrets; readonly code: string };

const OVER = ['20060', '20062'];

/** Target of the mailed collection link. Opening also requires the code, which is not in the mail. */
export function CollectScreen() {
  const t = useTexts('store');
  const [token] = useState(collectLink.held);
  const [found, setFound] = useState<Collection | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBegun, setIsBegun] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const ask = useCallback(async () => {
    if (token === null) return;
    const answer = await send(getCollection, { body: { Token: token } });
    if (answer.ok) setFound(answer.value);
    setFailure(answer.ok ? null : answer);
  }, [token]);
  useEffect(() => {
    void ask();
  }, [ask]);
  usePageFault(found ? null : failure);
  if (token === null) return <Navigate to={paths.store()} replace />;
  if (failure && OVER.includes(failure.code)) {
    return (
      <StoreFrame>
        <LinkEnded token={token} isKnown={failure.code === '20062'} />
      </StoreFrame>
    );
  }
  if (!found) {
    return (
      <StoreFrame>
        <JourneyPage title={t('collect.title')}>
          {failure ? <LoadFailed failure={failure} onRetry={() => void ask()} /> : <SkeletonRows count={3} />}
        </JourneyPage>
      </StoreFrame>
    );
  }
  const { Gift: gift, CancelledBy: cancelledBy } = found;
  if (cancelledBy !== null) {
    return (
      <StoreFrame>
        <GiftCancelled sender={cancelledBy} />
      </StoreFrame>
    );
  }
  if (opened) {
    return (
      <StoreFrame>
        <CollectedCard token={token} code={opened.code} card={opened.card} gift={gift} />
      </StoreFrame>
    );
  }
  const form = (
    <CollectForm
      token={token}
      sender={gift?.SenderName ?? null}
      onOpened={(card, code) => setOpened({ card, code })}
      onOver={(ended) => {
        setFailure(ended);
        // It may have been cancelled meanwhile.
        void ask();
      }}
    />
  );
  if (gift) {
    return (
      <StoreFrame isFront>
        <GiftPage gift={gift}>{form}</GiftPage>
      </StoreFrame>
    );
  }
  return (
    <StoreFrame>
      {isBegun ? (
        form
      ) : (
        <JourneyPage title={t('collect.orderTitle')} lead={t('collect.orderLead')}>
          <Button onClick={() => setIsBegun(true)}>{t('collect.orderOpen')}</Button>
        </JourneyPage>
      )}
    </StoreFrame>
  );
}
