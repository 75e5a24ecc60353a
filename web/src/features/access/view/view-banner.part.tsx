import './view-banner.css';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { useHref } from '../../../router/public.ts';
import { onSessionEnd, useSession } from '../../../session/session.ts';
import { signOut } from '../../../session/sign-out.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** Says on every page which member of staff views whose account. */
export function ViewBanner() {
  const t = useTexts('accountView');
  const view = useSession()?.view;
  const end = useHref(paths.viewAs());
  useEffect(
    () =>
      onSessionEnd(({ session, why }) => {
        // A reloaded page no longer has the account in its memory.
        if (session.view && why !== 'cleared' && why !== 'replaced') window.location.replace(end);
      }),
    [end],
  );
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const watched = new ResizeObserver(() => {
      style.setProperty('--view-banner', `${box.current?.offsetHeight ?? 0}px`);
    });
    if (box.current) watched.observe(box.current);
    return () => {
      watched.disconnect();
      style.removeProperty('--view-banner');
    };
  }, [view]);
  if (!view) return null;
  return (
    <section ref={box} className="view-banner" aria-label={t('banner.label')}>
      <Icon name="info" size="s" />
      <p className="view-banner__text">
        <strong>{t('banner.who', view)}</strong> {t('banner.rule')}
      </p>
      <Button tone="line" small onClick={signOut}>
        {t('end')}
      </Button>
    </section>
  );
}
