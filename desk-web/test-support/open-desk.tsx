import '@wattle/web/ui/tokens.css';
import '@wattle/web/ui/base.css';
import '../src/desk.css';
import '../src/ui/parts.css';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect } from 'vitest';
import { page } from 'vitest/browser';
import { textsWithoutElement } from '../../web/test-support/translator.ts';
import { takeRepeatedIds } from '../../web/test-support/unique-ids.ts';
import { App } from '../src/app.tsx';
import { clearAllShownOnce } from '../src/calls/shown-once.ts';
import { ALWAYS, loadDeskTexts } from '../src/load-texts.ts';
import { sessionState } from '../src/session/session.ts';

let root: Root | undefined;

/** Opens the desk at an address below `/desk`, as after a reload, on a wide screen. The server is `given-desk.ts`. */
export async function openDesk(path: string, { width = 1440 }: { readonly width?: number } = {}): Promise<void> {
  close();
  await page.viewport(width, 900);
  window.history.replaceState(null, '', `/desk${path === '/' ? '' : path}`);
  await loadDeskTexts(ALWAYS);
  const place = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'root' }));
  root = createRoot(place);
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

function close(): void {
  root?.unmount();
  root = undefined;
  document.querySelector('#root')?.remove();
  sessionState.set({ status: 'asking' });
  clearAllShownOnce();
  localStorage.clear();
  sessionStorage.clear();
}

afterEach(async () => {
  const found = textsWithoutElement(document.querySelector('#root'));
  const repeated = takeRepeatedIds();
  close();
  await page.viewport(390, 844);
  expect(found, 'texts that are not in an element of their own').toEqual([]);
  expect(repeated, 'ids that are not unique on the page').toEqual([]);
});
