import '@wattle/web/ui/tokens.css';
import '@wattle/web/ui/base.css';
import './desk.css';
import './ui/parts.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadFont } from '@wattle/web/font/load-font.ts';
import { App } from './app.tsx';
import { ALWAYS, loadDeskTexts } from './load-texts.ts';

async function start(): Promise<void> {
  const container = document.getElementById('root');
  if (!container) throw new Error('The page has no root element');
  await loadDeskTexts(ALWAYS);
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// A page that the browser froze and restores would show a session that may have ended.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) window.location.reload();
});

void start();
loadFont();
