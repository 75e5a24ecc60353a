import './sign-ins.css';
import { endOtherSignIns, endSignIn, getSignIns } from '@wattle/contract/access/sign-ins.ts';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { AppIcon } from '../../../ui/app-icon.tsx';
import { Button } from '../../../ui/button.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';

/** Sessions of the user; each of the others can be signed out. */
export function SignIns() {
  const t = useTexts('signIns');
  const format = useFormat();
  const list = useOperation(getSignIns, {});
  const [ending, setEnding] = useState<string | null>(null);
  const [news, setNews] = useState('');
  const end = async (id: string | null) => {
    setEnding(id ?? 'all');
    const answer = id === null ? await call(endOtherSignIns, {}) : await call(endSignIn, { body: { Id: id } });
    list.refetch();
    setEnding(null);
    // A session that has already ended counts as signed out too.
    const isGone = answer.ok || answer.status === 404;
    setNews(isGone ? t('ended') : t('failed'));
  };
  const all = list.data?.SignIns ?? [];
  const { Views: views = [], Programme: programme = '' } = list.data ?? {};
  return (
    <section className="sign-ins" aria-labelledby="sign-ins-title">
      <h2 className="sign-ins__title" id="sign-ins-title">
        {t('title')}
      </h2>
      {list.isPending ? <SkeletonRows count={2} /> : null}
      {list.failure && !list.data ? <LoadFailed failure={list.failure} onRetry={list.refetch} /> : null}
      <ul className="sign-ins__list">
        {all.map(({ Id, Browser, System, IsPhone, LastActiveAt, IsCurrent }) => {
          const name =
            Browser && System ? t('device', { browser: Browser, system: System }) : (Browser ?? System ?? t('unknown'));
          return (
            <li className="sign-ins__row" key={Id}>
              <AppIcon name={IsPhone ? 'phone' : 'laptop'} isTinted />
              <div>
                <p className="sign-ins__name">{name}</p>
                <p className="sign-ins__when">
                  {IsCurrent
                    ? t('current')
                    : t('last', { date: format.dateOf(LastActiveAt), time: format.timeOf(LastActiveAt) })}
                </p>
                {IsCurrent ? null : (
                  <button
                    type="button"
                    className="sign-ins__end"
                    aria-disabled={ending !== null || undefined}
                    onClick={() => (ending === null ? void end(Id) : undefined)}
                  >
                    {t('end')}
                    <span className="visually-hidden"> {name}</span>
                  </button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <p className="sign-ins__news" role="status">
        {news}
      </p>
      {all.length > 1 ? (
        <Button tone="line" wide busy={ending === 'all'} onClick={() => void end(null)}>
          {t('endOthers')}
        </Button>
      ) : null}
      {views.length > 0 ? (
        <>
          <h3 id="views-title">{t('views')}</h3>
          <ul className="sign-ins__list" aria-labelledby="views-title">
            {views.map(({ OpenedAt }) => (
              <li className="sign-ins__row" key={OpenedAt}>
                <AppIcon name="person" />
                <div>
                  <p className="sign-ins__name">{t('viewed', { programme })}</p>
                  <p className="sign-ins__when">
                    {t('viewedAt', { date: format.dateOf(OpenedAt), time: format.timeOf(OpenedAt) })}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
