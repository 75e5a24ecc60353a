import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectText, title } from '../../test-support/by-hand.ts';
import type { AppRoute } from './app-route.ts';
import { Link, NavLink } from './link.tsx';
import { createRouter, type Router } from './router.ts';
import {
  Navigate,
  RouterView,
  useBlocker,
  useIsMoving,
  useLocation,
  useParams,
  useRoute,
  useSearch,
} from './router-view.tsx';
import { useRouteFocus } from './use-route-focus.ts';

let router: Router;
let end = () => {};
let guarded: Readonly<Record<string, string>> = {};
/** Waits until it is released. */
let release: () => void;
let isBroken = false;

function Page() {
  const { pathname, search, hash, state } = useLocation();
  const params = useParams();
  const [typed, setTyped] = useState('');
  return (
    <>
      <h1>{useRoute()?.path}</h1>
      <p data-testid="where">{JSON.stringify({ pathname, search, hash, state, params, b: useSearch().get('b') })}</p>
      <label>
        Typed <input id="typed" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </label>
      <Link to="/b" state={{ from: 'link' }}>
        To b
      </Link>
      <Link to="/b" target="_blank" rel="noopener">
        B beside
      </Link>
      <Link to="/a#typed">To typed</Link>
      <NavLink to="/A">A</NavLink>
      <div style={{ height: 3000 }} />
    </>
  );
}

function Closed() {
  useBlocker(({ pathname }) => pathname === '/b');
  return <h1>Closed</h1>;
}

/** Two steps at one address. */
function Steps() {
  const [isReview, setIsReview] = useState(false);
  const [isOpen, setIsOpen] = useState(true);
  if (isReview) return <h1>Review</h1>;
  return (
    <>
      <h1>Amount</h1>
      {isOpen ? (
        <button type="button" onClick={() => setIsOpen(false)}>
          Close
        </button>
      ) : null}
      <button type="button" onClick={() => setIsReview(true)}>
        Continue
      </button>
    </>
  );
}

function Broken() {
  if (isBroken) throw new Error('broken');
  return <h1>Mended</h1>;
}

const Elsewhere = () => <Navigate to="/b" replace state={{ from: 'screen' }} />;

const Frame = ({ children }: { readonly children: React.ReactNode }) => <>{children}</>;

function Root({ children }: { readonly children: React.ReactNode }) {
  const isMoving = useIsMoving();
  useRouteFocus();
  return (
    <main id="main">
      <p role="status">{isMoving ? 'moving' : 'there'}</p>
      {children}
    </main>
  );
}

const SCREENS = { '/steps': Steps, '/closed': Closed, '/broken': Broken, '/elsewhere': Elsewhere };

const route = (path: string): AppRoute => ({
  path,
  title: path,
  access: 'public',
  texts: [],
  load: async () => {
    if (path === '/slow') await new Promise<void>((done) => (release = done));
    if (path === '/missing' && isBroken) throw new Error('no file');
    return SCREENS[path as keyof typeof SCREENS] ?? Page;
  },
});

const OTHERS = ['/steps', '/slow', '/missing', '/closed', '/broken', '/elsewhere', '/of/:name', '/error'];

async function open(path: string): Promise<void> {
  end();
  window.history.replaceState(null, '', path);
  start();
  await expect.poll(() => document.querySelector('h1')).not.toBeNull();
}

function start(): void {
  router = createRouter({
    base: '/stumps',
    first: ['/', '/a', '/b'].map(route),
    others: async () => OTHERS.map(route),
    guard: async ({ path }) => guarded[path] ?? null,
    load: async (found) => ({ Screen: await found.load(), Frame }),
    frame: async () => null,
    unknown: '/error',
  });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place, { onCaughtError: () => undefined });
  root.render(
    <StrictMode>
      <RouterView
        router={router}
        Starting={() => <p>Starting</p>}
        Root={Root}
        Fault={({ error }) => <h1>{(error as Error).message}</h1>}
      />
    </StrictMode>,
  );
  end = () => {
    router.close();
    root.unmount();
    place.remove();
  };
}

const where = () => JSON.parse(page.getByTestId('where').element().textContent) as Record<string, unknown>;
const isAt = (path: string) =>
  expect.poll(() => window.location.pathname + window.location.search + window.location.hash).toBe(path);
const link = (name: string) => page.getByRole('link', { name, exact: true });

beforeEach(() => {
  guarded = {};
  isBroken = false;
  sessionStorage.clear();
});
afterEach(() => end());

test('a link navigates with its state, and focuses the heading of the next page', async () => {
  await open('/stumps/a');
  await link('To b').click();
  await expectText(title, '/b');
  await isAt('/stumps/b');
  expect(where()).toMatchObject({ pathname: '/b', state: { from: 'link' } });
  await expect.element(title).toHaveFocus();
});

test('a link to the page itself adds no entry to the history', async () => {
  await open('/stumps/b');
  const entries = window.history.length;
  await link('To b').click();
  await expect.poll(() => where()['state']).toEqual({ from: 'link' });
  expect(window.history.length).toBe(entries);
});

test('a press with a modifier key, or on a link with a target, is left to the browser', async () => {
  await open('/stumps/a');
  const prevented = new Set<boolean>();
  const note = (event: MouseEvent) => {
    prevented.add(event.defaultPrevented);
    event.preventDefault();
  };
  window.addEventListener('click', note);
  const press = (name: string, init: MouseEventInit) =>
    link(name)
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']) press('To b', { [key]: true });
  press('To b', { button: 1 });
  press('B beside', {});
  expect([...prevented]).toEqual([false]);
  press('To b', {});
  expect([...prevented]).toEqual([false, true]);
  window.removeEventListener('click', note);
  await isAt('/stumps/b');
});

test('a navigation link is marked on its page in any case', async () => {
  await open('/stumps/a/');
  await expect.element(link('A')).toHaveAttribute('aria-current', 'page');
  await router.navigate('/b');
  await expect.element(link('A')).not.toHaveAttribute('aria-current');
  expect(link('A').element().getAttribute('href')).toBe('/stumps/A');
});

test('Back and Forward restore the scroll position', async () => {
  await open('/stumps/a');
  window.scrollTo(0, 700);
  await router.navigate('/b?b=1');
  await expectText(title, '/b');
  await expect.poll(() => window.scrollY).toBe(0);
  window.scrollTo(0, 300);
  window.history.back();
  await expectText(title, '/a');
  await expect.poll(() => window.scrollY).toBe(700);
  window.history.forward();
  await expectText(title, '/b');
  expect(where()['b']).toBe('1');
  await expect.poll(() => window.scrollY).toBe(300);
});

test('a reloaded page keeps its state and scroll position', async () => {
  await open('/stumps/a');
  await router.navigate('/b', { state: { kept: 1 } });
  await expectText(title, '/b');
  window.scrollTo(0, 400);
  window.dispatchEvent(new Event('pagehide'));
  end();
  window.scrollTo(0, 0);
  start();
  await expectText(title, '/b');
  expect(where()['state']).toEqual({ kept: 1 });
  await expect.poll(() => window.scrollY).toBe(400);
});

test('an address typed into the same tab starts at the top', async () => {
  await open('/stumps/a');
  window.scrollTo(0, 400);
  window.dispatchEvent(new Event('pagehide'));
  await open('/stumps/b');
  await expect.poll(() => window.scrollY).toBe(0);
});

test('a hash keeps the page and its typed values', async () => {
  await open('/stumps/a');
  await page.getByLabelText('Typed').fill('abc');
  await link('To typed').click();
  await isAt('/stumps/a#typed');
  await expect.element(page.getByLabelText('Typed')).toHaveValue('abc');
  window.location.hash = '#main';
  await expect.poll(() => where()['hash']).toBe('#main');
  window.history.back();
  await expect.poll(() => where()['hash']).toBe('#typed');
  await expect.element(page.getByLabelText('Typed')).toHaveValue('abc');
});

test('parameters in an address are decoded, and an invalid % is no error', async () => {
  await open('/stumps/of/a%2Fb%20%E5%8D%A1');
  await expect.poll(() => where()['params']).toEqual({ name: 'a/b 卡' });
  await router.navigate('/of/100%');
  await expect.poll(() => where()['params']).toEqual({ name: '100%' });
});

test('the page stays until the next is loaded, and an overtaken navigation has no effect', async () => {
  await open('/stumps/a');
  const slow = router.navigate('/slow');
  await expectText(page.getByRole('status'), 'moving');
  await expectText(title, '/a');
  expect(window.location.pathname).toBe('/stumps/a');
  await router.navigate('/b');
  release();
  await slow;
  await expectText(title, '/b');
  await expectText(page.getByRole('status'), 'there');
  await isAt('/stumps/b');
});

test('a guard redirects, and Back skips the guarded address', async () => {
  guarded = { '/closed': '/b?b=2' };
  await open('/stumps/a');
  await router.navigate('/closed');
  await expectText(title, '/b');
  await isAt('/stumps/b?b=2');
  window.history.back();
  await expectText(title, '/a');
  guarded = { '/b': '/error' };
  window.history.forward();
  await expectText(title, '/error');
  window.history.back();
  await expectText(title, '/a');
});

test('an address without a page opens the error page, and a screen can redirect', async () => {
  await open('/stumps/no/where');
  await expectText(title, '/error');
  await isAt('/stumps/error');
  await router.navigate('/elsewhere');
  await expectText(title, '/b');
  expect(where()['state']).toEqual({ from: 'screen' });
});

test('a navigation guard refuses navigation, Back and Forward, and nothing after its page is left', async () => {
  await open('/stumps/b');
  await router.navigate('/closed');
  await expectText(title, 'Closed');
  await router.navigate('/b');
  window.history.back();
  // The browser has moved and is moved back.
  await new Promise((done) => window.addEventListener('popstate', done, { once: true }));
  await isAt('/stumps/closed');
  await expectText(title, 'Closed');
  await router.navigate('/a');
  await expectText(title, '/a');
  window.history.go(-2);
  await expectText(title, '/b');
});

test('a page with a missing file shows the error at its address until the next navigation', async () => {
  isBroken = true;
  await open('/stumps/a');
  await router.navigate('/missing');
  await expectText(title, 'no file');
  await isAt('/stumps/missing');
  window.history.back();
  await expectText(title, '/a');
  isBroken = false;
  window.history.forward();
  await expectText(title, '/missing');
});

test('a page that has not loaded after 8 seconds is reported, and takes over when it loads', async () => {
  await open('/stumps/a');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const slow = router.navigate('/slow');
  vi.advanceTimersByTime(7_999);
  expect(window.location.pathname).toBe('/stumps/a');
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expectText(title, '/slow is late');
  await isAt('/stumps/slow');
  const entries = window.history.length;
  release();
  await slow;
  await expectText(title, '/slow');
  expect(window.history.length).toBe(entries);
  window.history.back();
  await expectText(title, '/a');
});

test('a step at the same address takes the focus of the control that has gone, and a control alone does not', async () => {
  await open('/stumps/steps');
  const press = async (name: string) => {
    const button = page.getByRole('button', { name });
    (button.element() as HTMLElement).focus();
    await button.click();
    await expect.element(button).not.toBeInTheDocument();
  };
  await press('Close');
  expect(document.activeElement).toBe(document.body);
  await press('Continue');
  await expectText(title, 'Review');
  await expect.element(title).toHaveFocus();
});

test('a page that throws shows the error until the next navigation', async () => {
  isBroken = true;
  await open('/stumps/broken');
  await expectText(title, 'broken');
  await router.navigate('/a');
  await expectText(title, '/a');
});
