import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useStore } from '@wattle/web/observable.ts';
import { useSyncExternalStore } from 'react';
import { programmeZone, useDeskFormat } from '../ui/format.ts';
import { useNow } from '../ui/use-now.ts';

const EVERY_MS = 5_000;

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** The time of the programme, and whether the server responds. */
export function LiveClock() {
  const t = useTexts('desk');
  const format = useDeskFormat();
  const zone = useStore(programmeZone);
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const now = useNow(EVERY_MS);
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
  const words = { day: format.dayInWords(now), time: format.timeOf(now), city };
  return (
    <p className="live">
      <i className={isOnline ? 'dot' : 'dot dot--danger'} aria-hidden="true" />
      <span>{t(isOnline ? 'shell.live' : 'shell.offline', words)}</span>
    </p>
  );
}
