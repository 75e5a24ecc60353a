import './account-check.css';
import { finishAccountCheck, getAccountCheck } from '@wattle/contract/account-check/account-check.ts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from '../../router/public.ts';
import { call } from '../../api/call.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import type { News } from './news.ts';
import { WaitingList } from './waiting-list.tsx';
import { WaysInList } from './sign-in-methods-list.tsx';

/** After a reset of the password, and later from My account: what waits for its holder, and what else opens the account. */
export function AccountCheckScreen() {
  const t = useTexts('accountCheck');
  const format = useFormat();
  const navigate = useNavigate();
  const { data, failure, isPending, refetch } = useOperation(getAccountCheck, {});
  const [done, setDone] = useState<{ readonly news: News } | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const newsBox = useRef<HTMLDivElement>(null);
  const onDone = (news: News) => {
    setDone({ news });
    refetch();
  };
  useEffect(() => {
    // The pressed button is removed with its row.
    if (done) newsBox.current?.focus();
  }, [done]);
  const leave = async () => {
    setIsLeaving(true);
    // A user who skips this is asked again at the next sign-in while something is pending or if this call is lost.
    await call(finishAccountCheck, {});
    await navigate(paths.cardHome(), { replace: true });
  };
  const until = data?.HeldUntil ?? null;
  const isWaiting = (data?.Waiting.length ?? 0) > 0;
  const isAfterReset = until !== null || isWaiting;
  return (
    <div className="account-check">
      <h1 className="account-check__title">{t('title')}</h1>
      <p className="account-check__lead">{t(isAfterReset ? 'lead' : 'leadQuiet')}</p>
      {until === null ? null : (
        <Banner tone="info">{t('held', { date: format.dateOf(until), time: format.timeOf(until) })}</Banner>
      )}
      <div className="account-check__news" role="status" tabIndex={-1} ref={newsBox}>
        {done ? <Banner tone="ok">{t(done.news)}</Banner> : null}
      </div>
      {isPending ? <SkeletonRows count={3} /> : null}
      {failure && !data ? <LoadFailed failure={failure} onRetry={refetch} /> : null}
      {data && isWaiting ? <WaitingList waiting={data.Waiting} onDone={onDone} /> : null}
      {data ? <WaysInList ways={data.WaysIn} isAfterReset={isAfterReset} onDone={onDone} /> : null}
      {data ? (
        <div className="account-check__end">
          <Button wide busy={isLeaving} tone={isWaiting ? 'line' : 'main'} onClick={() => void leave()}>
            {t(isWaiting ? 'later' : 'done')}
          </Button>
          {isWaiting ? <p className="account-check__text">{t('laterHint')}</p> : null}
        </div>
      ) : null}
    </div>
  );
}
