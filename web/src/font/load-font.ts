import { readStored, store } from '../browser/storage.ts';
import address from './inter.woff2?url';

/**
 * The product's font. It comes after the page on a first visit, because the code and the balance are waited for and the
 * fallback has the same measures; on later visits the browser has it, and it is requested straight away.
 */
const STORAGE_KEY = 'wattle.font';
/** Time for the page to ask for its data first: less where the page itself was there soon. */
const AFTER_LOAD_MS = 1_500;
const AFTER_QUICK_LOAD_MS = 400;
const QUICK_LOAD_MS = 1_000;
/** In Chinese, quotes, dashes, dots and the ellipsis belong to the Chinese font; digits and masks do not. */
const BESIDE_CHINESE = 'U+20-7E, U+A0-FF, U+100-17F, U+2009, U+202F, U+2022, U+20AC, U+2190-2193, U+2212';

async function load(): Promise<void> {
  const answer = await fetch(address, { credentials: 'same-origin' });
  if (!answer.ok) return;
  const font = await answer.arrayBuffer();
  const faces = [
    new FontFace('Wattle Inter', font, { weight: '400 700' }),
    new FontFace('Wattle Inter Han', font, { weight: '400 700', unicodeRange: BESIDE_CHINESE }),
  ];
  for (const face of faces) document.fonts.add(await face.load());
  store('localStorage', STORAGE_KEY, address);
}

function loadQuietly(): void {
  // Without it the fallback stays.
  load().catch(() => undefined);
}

export function loadFont(): void {
  if (readStored('localStorage', STORAGE_KEY) === address) return loadQuietly();
  const later = () =>
    window.setTimeout(loadQuietly, performance.now() < QUICK_LOAD_MS ? AFTER_QUICK_LOAD_MS : AFTER_LOAD_MS);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}
