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

/** The server knows the browser's language, and not the one that was chosen in the page. */
function nameLanguageOfManifest(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
  if (link) link.href = `${link.href.split('?')[0]}?lang=${currentLanguage()}`;
}

document.addEventListener('visibilitychange', () => void lookForNewerBrand());
// The reader may have been away before this was loaded.
void lookForNewerBrand();
// Of a session that ended with its tab.
if (!currentSession()) clearOldBadge();
nameLanguageOfManifest();
void watchKeptPage();
void keepShell();
