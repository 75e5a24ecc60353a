import { currentBrand } from '../brand/brand.ts';
import { clearOldBadge } from '../browser/kept-shells.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { currentSession } from '../session/session.ts';
import { keepShell } from './keep-shell.ts';
import { watchKeptPage } from './kept-page.ts';

async function lookForNewerBrand(): Promise<void> {
  if (document.visibilityState !== 'visible' || !currentBrand()) return;
  try {
    const { refreshBrandWhenStale } = await import('../brand/brand-refresh.ts');
    await refreshBrandWhenStale();
  } catch {
    // Without a network the brand stays as it is.
  }
}

/** In the language that was chosen in the page, which the server does not know. */
function linkManifest(): void {
  const address = document.querySelector<HTMLMetaElement>('meta[name=wattle-manifest]')?.content;
  if (address === undefined) return;
  const href = `${address}?lang=${currentLanguage()}`;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href }));
}

document.addEventListener('visibilitychange', () => void lookForNewerBrand());
// The reader may have left and returned before this was loaded.
void lookForNewerBrand();
// The badge may be left from a session that ended with its tab.
if (!currentSession()) clearOldBadge();
linkManifest();
void watchKeptPage();
void keepShell();
