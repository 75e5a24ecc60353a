import './inbox.css';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip, ChipRow } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { InboxMessageView } from './inbox-message.tsx';
import { useInbox } from './use-inbox.ts';

const CHANNELS = ['email', 'sms', 'push'] as const;

/** Messages of this brand captured by the sandbox, newest first. None was delivered. */
export function InboxScreen() {
  const t = useTexts('sandbox');
  const inbox = useInbox();
  const [channel, setChannel] = useState<(typeof CHANNELS)[number] | null>(null);
  const shown = inbox.messages?.filter((message) => channel === null || message.Channel === channel);
  return (
    <div className="inbox">
      <div className="inbox__head">
        <h1>{t('inbox.title')}</h1>
        <Button tone="tonal" small busy={inbox.isLoading} onClick={inbox.refresh}>
          {t(inbox.isLoading ? 'inbox.refreshing' : 'inbox.refresh')}
        </Button>
      </div>
      <p className="inbox__lead">{t('inbox.lead')}</p>
      <ChipRow label={t('inbox.channels')}>
        <Chip isOn={channel === null} onPress={() => setChannel(null)}>
          {t('inbox.all')}
        </Chip>
        {CHANNELS.map((each) => (
          <Chip key={each} isOn={each === channel} onPress={() => setChannel(each)}>
            {t(`inbox.${each}`)}
          </Chip>
        ))}
      </ChipRow>
      {inbox.hasFailed ? (
        <Banner tone="danger" role="alert">
          {t('inbox.failed')}
        </Banner>
      ) : null}
      <p className="visually-hidden" role="status">
        {shown && !inbox.isLoading ? t('inbox.count', { count: shown.length }) : ''}
      </p>
      {shown === undefined && inbox.isLoading ? <SkeletonRows count={3} /> : null}
      {shown?.length === 0 ? (
        <div className="inbox__none">
          <EmptyState picture={<AppIcon name="mail" />} title={t('inbox.none')} text={t('inbox.noneText')} />
        </div>
      ) : null}
      <ol className="inbox__list">
        {shown?.map((message) => (
          <li key={message.Id}>
            <InboxMessageView message={message} />
          </li>
        ))}
      </ol>
    </div>
  );
}
