import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { type HeldReset, renewReset } from './reset-session.ts';

/** Warns before the reset expires. Typing and tapping renew it automatically. */
export function ResetWarning({ held: { tokens } }: { readonly held: HeldReset }) {
  const t = useTexts('reset');
  const dueAt = tokens && tokens.warningMs > 0 ? tokens.renewedAtMs + tokens.totalMs - tokens.warningMs : null;
  const [warnedAt, setWarnedAt] = useState<number | null>(null);
  useEffect(() => {
    if (dueAt === null) return;
    const timer = window.setTimeout(() => setWarnedAt(dueAt), Math.max(0, dueAt - Date.now()));
    return () => window.clearTimeout(timer);
  }, [dueAt]);
  useEffect(() => {
    const onUse = () => void renewReset(false);
    window.addEventListener('keydown', onUse);
    window.addEventListener('pointerdown', onUse);
    return () => {
      window.removeEventListener('keydown', onUse);
      window.removeEventListener('pointerdown', onUse);
    };
  }, []);
  if (dueAt === null || warnedAt !== dueAt) return null;
  return (
    <Banner tone="warning" role="alert" title={t('warning.title')}>
      <p>{t('warning.text')}</p>
      <Button small tone="tonal" onClick={() => void renewReset(true)}>
        {t('warning.stay')}
      </Button>
    </Banner>
  );
}
