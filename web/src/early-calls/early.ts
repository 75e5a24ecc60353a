import type { BrandView } from '@wattle/contract/brands/brand.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import type { StoreProduct } from '@wattle/contract/store/store.ts';
import type { Session } from '../session/session-state.domain.ts';
import type { EarlyCalls } from './early-calls.ts';

/**
 * Small script without imports that a page runs while the app is being loaded. It requests what every signed-in page
 * starts with, and shows the balance as soon as it arrives. Without a session it removes the outline of the page,
 * because sign-in follows. On the first page of the store it requests what is sold.
 */
type Kept = Pick<Session, 'brand' | 'kind' | 'accessToken'>;

const CARDS = '/api/card/cards?includeImages=true';

function stored(area: 'localStorage' | 'sessionStorage', key: string): unknown {
  try {
    return JSON.parse(window[area].getItem(key) ?? 'null') as unknown;
  } catch {
    // Storage is blocked.
    return null;
  }
}

function keptSession(): Kept | null {
  const kept = stored('sessionStorage', 'wattle.session') as Kept | null;
  return kept?.brand === document.documentElement.dataset['brand'] ? kept : null;
}

type EarlyCard = Pick<
  CardSummary,
  'AccountNumber' | 'MaskedCardNumber' | 'ExpirationDate' | 'CardThumbnail' | 'AvailableAccountBalance'
>;

/** Card that the page will show: the one chosen in this tab, else the brand's default, else the first. */
function shownCard(cards: readonly EarlyCard[]): EarlyCard | undefined {
  const chosen = stored('sessionStorage', 'wattle.session.card');
  const brand = JSON.parse(document.querySelector('#wattle-brand')?.textContent ?? 'null') as BrandView | null;
  return (
    cards.find((card) => `${card.AccountNumber}/${card.MaskedCardNumber}/${card.ExpirationDate}` === chosen) ??
    cards.find((card) => card.MaskedCardNumber === brand?.DefaultMaskedCardNumber) ??
    cards[0]
  );
}

const made = (tag: string, className: string, textContent = '') =>
  Object.assign(document.createElement(tag), { className, textContent });

/** Formats an amount as the page will. Both languages write dollars alike. */
function showBalance(dollars: number): void {
  const waiting = document.querySelector('#outline .home-hero__amount-waiting');
  if (!waiting || stored('localStorage', 'wattle.balance.hidden') === true) return;
  const digits = Math.abs(dollars)
    .toFixed(2)
    .replaceAll(/\B(?=(?:\d{3})+\.)/g, ',');
  const whole = `$${digits.slice(0, -3)}`;
  const amount = made('p', whole.length >= 8 ? 'balance__amount balance__amount--long' : 'balance__amount');
  amount.translate = false;
  amount.append(`${dollars < 0 ? '−' : ''}${whole}`, made('span', 'balance__cents', digits.slice(-3)));
  waiting.replaceWith(amount);
}

/**
 * Fills the outline of the home with the balance and the card art, which is the largest element of the page, and
 * prefetches the art of the next card.
 */
async function showCard(answer: Response): Promise<void> {
  const { cards = [] } = (await answer.clone().json()) as { cards?: { value: EarlyCard }[] };
  const all = cards.map(({ value }) => value);
  const card = shownCard(all);
  if (!card) return;
  showBalance(card.AvailableAccountBalance);
  const picture = document.querySelector('#outline .card-picture');
  // Other pages draw no card.
  if (!picture) return;
  if (card.CardThumbnail) {
    picture.append(Object.assign(new Image(), { className: 'card-picture__art', alt: '', src: card.CardThumbnail }));
  }
  const beside = all[all.indexOf(card) + 1]?.CardThumbnail;
  if (beside) new Image().src = beside;
}

/** Fetches the art of each kind of card that the store sells: the largest elements of its page. */
async function fetchArt(answer: Response): Promise<void> {
  const { Products: products = [] } = (await answer.clone().json()) as { Products?: StoreProduct[] };
  for (const [at, { Kind, Art }] of products.entries()) {
    const isFirst = products.findIndex((other) => other.Kind === Kind) === at;
    if (isFirst && Art !== null) new Image().src = Art;
  }
}

/** Requests these addresses, and shows the first answer as soon as it arrives. */
function ask(
  addresses: readonly string[],
  brand: string,
  bearer: string | undefined,
  show: (answer: Response) => Promise<void>,
): EarlyCalls {
  const headers = {
    Accept: 'application/json',
    'Wattle-Brand': brand,
    ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
  };
  const answers = addresses.map((address, at) => {
    const answer = fetch(address, { headers, cache: 'no-store', credentials: 'same-origin' });
    // The consumer of the response handles the failure.
    answer.then(at === 0 ? show : undefined).catch(() => undefined);
    return [address, answer] as const;
  });
  return { askedAtMs: performance.now(), bearer, answers: new Map(answers) };
}

const chosen = stored('localStorage', 'wattle.language');
if (chosen !== null && chosen !== document.documentElement.dataset['language']) {
  document.documentElement.dataset['language'] = 'other';
}

const { brand, early } = document.documentElement.dataset;
const session = keptSession();
if (early === 'store' && brand !== undefined) {
  window.wattleEarly = ask([`/api/store/catalogue?brand=${brand}`], brand, undefined, fetchArt);
} else if (session) {
  const addresses = [CARDS, ...(session.kind === 'account' ? ['/api/onlineAccount/'] : [])];
  window.wattleEarly = ask(addresses, session.brand, session.accessToken, showCard);
} else document.documentElement.dataset['session'] = 'none';
