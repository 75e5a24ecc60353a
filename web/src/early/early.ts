import type { Session } from '../session/session.ts';
import type { EarlyCalls } from './early-calls.ts';

/**
 * A script of its own, small and without imports, that a signed-in page runs while the code of the app
 * is still on its way: it asks for what every such page begins with. Without a session it takes the
 * outline of the page away, because sign-in comes instead.
 */
type Kept = Pick<Session, 'brand' | 'kind' | 'accessToken'>;

const CARDS = '/api/card/cards?includeImages=true';

function keptSession(): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem('wattle.session') ?? 'null') as Kept | null;
    return kept?.brand === document.documentElement.dataset['brand'] ? kept : null;
  } catch {
    // Storage that is switched off.
    return null;
  }
}

/** Puts the art of the first card into the outline, where it is the largest thing, and fetches that of the one beside it. */
async function showPictures(answer: Response): Promise<void> {
  const { cards = [] } = (await answer.clone().json()) as { cards?: { value: { CardThumbnail: string | null } }[] };
  const [first, second] = cards.map(({ value }) => value.CardThumbnail);
  if (first) {
    const art = Object.assign(new Image(), { className: 'card-picture__art', alt: '', src: first });
    document.querySelector('#outline .card-picture')?.append(art);
  }
  if (second) new Image().src = second;
}

function ask({ brand, kind, accessToken }: Kept): EarlyCalls {
  const headers = { Accept: 'application/json', 'Wattle-Brand': brand, Authorization: `Bearer ${accessToken}` };
  const addresses = [CARDS, ...(kind === 'account' ? ['/api/onlineAccount/'] : [])];
  const answers = addresses.map((address) => {
    const answer = fetch(address, { headers, cache: 'no-store', credentials: 'same-origin' });
    // Whoever takes the answer sees the failure too.
    answer.catch(() => undefined);
    return [address, answer] as const;
  });
  const early = new Map(answers);
  early
    .get(CARDS)
    ?.then(showPictures)
    // The page says it itself.
    .catch(() => undefined);
  return { askedAtMs: performance.now(), bearer: accessToken, answers: early };
}

const session = keptSession();
if (session) window.wattleEarly = ask(session);
else document.documentElement.dataset['session'] = 'none';
