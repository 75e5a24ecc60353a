import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { currentBrand } from './brand/brand.ts';
import { startBrand } from './brand/start-brand.ts';
import { loadFont } from './font/load-font.ts';
import { startTexts } from './i18n/i18n.ts';
import { openRouter } from './app/open-router.ts';

async function start(): Promise<void> {
  // The page says so already.
  if (window.isTooOld) return;
  const container = document.getElementById('root');
  if (!container) throw new Error('The page has no root element');
  const root = createRoot(container);
  const texts = startTexts();
  const found = await startBrand();
  const brand = currentBrand();
  if (found !== 'ready' || !brand) {
    await texts;
    if (found === 'choose') {
      const { ChooseBrandPage } = await import('./features/info/choose-brand.screen.tsx');
      root.render(<ChooseBrandPage />);
      return;
    }
    const { BrandlessPage } = await import('./features/info/brandless.screen.tsx');
    root.render(<BrandlessPage isUnknown={found === 'unknown'} />);
    return;
  }
  // The router fetches the first screen while the texts are still on their way.
  const router = openRouter(brand.Features);
  await texts;
  root.render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
}

// A page that the browser froze and thaws would show a session that may be over.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) window.location.reload();
});

void start();
loadFont();

// No page waits for it, and it takes no bandwidth from one. If its file is missing, nothing else fails.
const afterLoad = () => setTimeout(() => void import('./installed-app/after-load.ts').catch(() => {}), 5_000);
if (document.readyState === 'complete') afterLoad();
else window.addEventListener('load', afterLoad);
