import './notifications.css';
import '../../ui/pages/panel.css';
import { countNotifications, UNREAD_MAX } from '@wattle/contract/notifications/count-notifications.ts';
import {
  NOTIFICATION_TOPICS,
  type NotificationTopic,
  readAllNotifications,
  TOPIC_OF_KIND,
} from '@wattle/contract/notifications/notifications.ts';
import { useRef, useState } from 'react';
import { useNow } from '../../api/use-now.ts';
import { useAction, useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/public.ts';
import { AsOf } from '../../layout/as-of.tsx';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Chip, ChipRow } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { PageSplit } from '../../ui/pages/page-split.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { useFirstNewRow } from '../../ui/use-first-new-row.ts';
import { NotificationRow } from './notification-row.tsx';
import { byDay } from './notification-kinds.ts';
import { type NotificationPages, OF_NOTIFICATIONS, useNotifications } from './notifications.queries.ts';

/** The events of the accounts, cards and sign-in of its reader. */
export function NotificationsScreen() {
  const t = useTexts('notifications');
  const common = useTexts('common');
  const [topic, setTopic] = useState<NotificationTopic | null>(null);
  const language = useLanguage();
  const all = useNotifications(null, language);
  const pages = useNotifications(topic, language);
  // Without an answer, what was loaded of all topics is searched here.
  const isAway = topic !== null && pages.state === 'failed' && all.state === 'ready';
  const isEmpty = pages.state === 'ready' && pages.rows.length === 0 && topic === null;
  return (
    <>
      <h1 className="news__heading">{common('notifications.title')}</h1>
      {isEmpty ? (
        <div className="panel">
          <EmptyState
            picture={<AppIcon name="bell" />}
            title={t('empty')}
            text={t('emptyText')}
            action={
              <Link className={buttonClass({ tone: 'tonal' })} to={paths.alerts()}>
                {t('chooseAlerts')}
              </Link>
            }
          />
        </div>
      ) : (
        <PageSplit side={<AboutNotifications />}>
          <Unread newest={topic === null ? pages.rows[0]?.Id : undefined} />
          <ChipRow label={t('show')}>
            {[null, ...NOTIFICATION_TOPICS].map((one) => (
              <Chip key={one} isOn={topic === one} onPress={() => setTopic(one)}>
                {t(`topic.${one ?? 'all'}`)}
              </Chip>
            ))}
          </ChipRow>
          {isAway ? <Away onRetry={pages.refetch} /> : null}
          <NotificationList key={topic} pages={isAway ? ofTopic(all, topic) : pages} />
        </PageSplit>
      )}
    </>
  );
}

/** Those of a topic among the loaded rows. */
function ofTopic(pages: NotificationPages, topic: NotificationTopic): NotificationPages {
  return { ...pages, rows: pages.rows.filter(({ Kind }) => TOPIC_OF_KIND[Kind] === topic), hasMore: false };
}

function Away({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTexts('notifications');
  const common = useTexts('common');
  return (
    <div className="news__away" role="status">
      <p>{t('searchedHere')}</p>
      <Button tone="line" small onClick={onRetry}>
        {common('retry')}
      </Button>
    </div>
  );
}

/** How many are unread, and a button that ends it for all that have been seen. */
function Unread({ newest }: { readonly newest: string | undefined }) {
  const t = useTexts('notifications');
  const unread = useOperation(countNotifications, {}).data?.Unread;
  const all = useAction(readAllNotifications, { invalidates: OF_NOTIFICATIONS });
  return (
    <div className="news__unread">
      <p role="status">
        {unread === undefined ? null : unread < UNREAD_MAX ? t('unreadCount', { count: unread }) : t('unreadMany')}
      </p>
      {unread && newest !== undefined ? (
        <Button tone="text" small busy={all.isPending} onClick={() => all.run({ body: { NewestId: newest } })}>
          {t('readAll')}
        </Button>
      ) : null}
    </div>
  );
}

function NotificationList({ pages }: { readonly pages: NotificationPages }) {
  const t = useTexts('notifications');
  const common = useTexts('common');
  const format = useFormat();
  const now = useNow();
  const { TimeZone } = useBrand();
  const list = useRef<HTMLDivElement>(null);
  const { rows, state, hasMore, isLoadingMore, moreFailed, loadMore } = pages;
  const askMore = useFirstNewRow({
    count: rows.length,
    isLoading: isLoadingMore,
    rowAt: (place) => list.current?.querySelectorAll('li')[place],
  });
  if (state === 'pending') {
    return (
      <div className="panel">
        <SkeletonRows count={6} />
      </div>
    );
  }
  if (state === 'failed') {
    return (
      <div className="panel" role="alert">
        <EmptyState
          picture={<AppIcon name="bell" />}
          title={t('failed')}
          text={t('failedText')}
          action={
            <Button tone="tonal" small onClick={pages.refetch}>
              {common('retry')}
            </Button>
          }
        />
      </div>
    );
  }
  if (rows.length === 0) return <p className="news__none">{t('none')}</p>;
  return (
    <div className="news" ref={list}>
      <AsOf answers={[pages.answer]} />
      {byDay(rows, now, TimeZone).map(({ name, rows: ofDay }) => (
        <section key={name} aria-labelledby={`news-${name}`}>
          <h2 className="news__day" id={`news-${name}`}>
            <span>{t(`day.${name}`)}</span>
            {name === 'earlier' ? null : <span>{format.dayInWords(ofDay[0]?.HappenedAt ?? now, now)}</span>}
          </h2>
          <ul className="rows panel">
            {ofDay.map((row) => (
              <NotificationRow key={row.Id} row={row} now={now} when={name === 'earlier' ? 'day' : 'time'} />
            ))}
          </ul>
        </section>
      ))}
      <div className="news__end">
        {hasMore ? (
          <Button
            tone="line"
            small
            busy={isLoadingMore}
            onClick={() => {
              askMore();
              loadMore();
            }}
          >
            {t('more')}
          </Button>
        ) : null}
        <p role="alert">{moreFailed && !isLoadingMore ? t('failed') : null}</p>
      </div>
    </div>
  );
}

function AboutNotifications() {
  const t = useTexts('notifications');
  return (
    <section aria-labelledby="about-notifications">
      <h2 className="news__about" id="about-notifications">
        {t('about')}
      </h2>
      <ul className="panel news__ways">
        <li>
          <Link className="news__way" to={paths.alerts()}>
            <AppIcon name="bell" isTinted />
            <span>{t('alerts')}</span>
            <AppIcon name="down" size="s" />
          </Link>
        </li>
        <li>
          <Link className="news__way" to={paths.signInMethods()}>
            <AppIcon name="phone" isTinted />
            <span>{t('device')}</span>
            <AppIcon name="down" size="s" />
          </Link>
        </li>
      </ul>
      <p className="news__never">{t('never')}</p>
    </section>
  );
}
