import { token } from '@wattle/contract/access/sign-in.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { expectAt, expectText, focusOn, seeIn } from '../../../../test-support/by-hand.ts';
import { answer, sent } from '../../../../test-support/given-server.ts';
import { openScreen, TOKEN } from '../../../../test-support/open-screen.tsx';
import { givenSignedIn, givenWaysIn } from '../../../../test-support/signed-in.ts';
import { currentSession } from '../../../session/session.ts';

/** The session is warned 120 s before the end of its 900 s; the popup comes 200 ms later. */
const TO_WARNING_MS = 780_500;
const WARNING_MS = 120_000;

const popup = page.getByRole('dialog', { name: 'Are you still there?' });
const stay = popup.getByRole('button', { name: 'Stay signed in' });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** The clock advances across tests, because the page remembers the last activity. */
let now = Date.now();

beforeEach(() => {
  now += 3_600_000;
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  answer(token, TOKEN);
  givenSignedIn();
  givenWaysIn();
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(language: 'enAU' | 'zhCN' = 'enAU'): Promise<void> {
  await openScreen('/signInMethods', { as: 'account', language });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const activeRenewals = () => sent(token).filter(({ body }) => 'active' in body && body.active === 'true').length;

test('warns an idle user, and continues the session when they stay', async () => {
  await open();
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' });
  await focusOn(home);
  await pass(TO_WARNING_MS - 10_000);
  await expect.element(popup).not.toBeInTheDocument();
  await pass(10_000);
  await expect.element(popup).toBeVisible();
  await expect.element(stay).toHaveFocus();
  await expect.element(popup).toHaveAccessibleDescription(/we’ll sign you out soon\. .*(2 min 0 s|1 min 5\d s) left/);
  await userEvent.tab();
  await expect.element(popup.getByRole('button', { name: 'Sign out' })).toHaveFocus();
  await stay.click();
  await expect.element(popup).not.toBeInTheDocument();
  expect(activeRenewals()).toBe(1);
  await expect.element(home).toHaveFocus();

  // The whole idle time lies ahead again.
  await pass(TO_WARNING_MS - 10_000);
  await expect.element(popup).not.toBeInTheDocument();
  await pass(10_000);
  await expect.element(popup).toBeVisible();
});

test('announces the remaining time and stays signed in on Escape', async () => {
  await open();
  await pass(TO_WARNING_MS);
  await expect.element(popup).toBeVisible();
  const readOut = popup.getByRole('status');
  await expectText(readOut, '');
  await pass(60_000);
  await expectText(readOut, 'You’ll be signed out in 1 minute');
  await pass(20_000);
  await expectText(readOut, 'You’ll be signed out in 40 seconds');
  await expectText(popup.getByRole('timer'), /^(40|39) s left$/);
  await userEvent.keyboard('{Escape}');
  await expect.element(popup).not.toBeInTheDocument();
  expect(activeRenewals()).toBe(1);
});

test('signs out with a message without an answer', async () => {
  await open();
  await pass(TO_WARNING_MS);
  await expect.element(popup).toBeVisible();
  await pass(WARNING_MS);
  await expectAt('/login');
  await expect
    .element(
      page.getByText('We signed you out because you hadn’t done anything for a while. Sign in again to continue.'),
    )
    .toBeVisible();
  await expect.element(popup).not.toBeInTheDocument();
});

/** Runs `look` beside a second tab that records the messages of the session's channel. */
async function besideOtherTabs(look: (other: BroadcastChannel, received: unknown[]) => Promise<void>): Promise<void> {
  const other = new BroadcastChannel('wattle.session');
  const received: unknown[] = [];
  other.addEventListener('message', ({ data }: MessageEvent<unknown>) => received.push(data));
  await look(other, received).finally(() => other.close());
}

test('notifies the other tabs that the time has expired', async () => {
  await besideOtherTabs(async (_, received) => {
    await open();
    const id = currentSession()?.id;
    await pass(TO_WARNING_MS);
    await expect.element(popup).toBeVisible();
    await pass(WARNING_MS);
    await expectAt('/login');
    await expect.poll(() => received).toContainEqual({ about: id, kind: 'ended', why: 'idle' });
  });
});

test('signs out with a message when the time has expired in another tab', async () => {
  await besideOtherTabs(async (other) => {
    await open();
    other.postMessage({ about: currentSession()?.id, kind: 'ended', why: 'idle' });
    await expectAt('/login');
    await expect
      .element(page.getByText(/^We signed you out because you hadn’t done anything for a while\./))
      .toBeVisible();
    expect(currentSession()).toBeNull();
  });
});

test('does not warn an active user', async () => {
  await open();
  await pass(TO_WARNING_MS - 20_000);
  await userEvent.keyboard('{Shift}');
  await pass(10_000);
  await expect.poll(activeRenewals).toBe(1);
  await pass(30_000);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(popup).not.toBeInTheDocument();
});

test('reports when staying does not reach the server, and offers to try again', async () => {
  await open();
  await pass(TO_WARNING_MS);
  await expect.element(popup).toBeVisible();
  answer(token, () => new Response('', { status: 429 }));
  await stay.click();
  await expectText(popup.getByRole('alert'), 'That didn’t work. Check your connection, then try again.');
  answer(token, TOKEN);
  await stay.click();
  await expect.element(popup).not.toBeInTheDocument();
});

for (const [language, title] of [
  ['enAU', 'Are you still there?'],
  ['zhCN', '您还在吗？'],
] as const) {
  test(`has no accessibility finding in ${language}, light or dark`, async () => {
    await open(language);
    await pass(TO_WARNING_MS);
    const dialog = page.getByRole('dialog', { name: title });
    await expect.element(dialog).toBeVisible();
    answer(token, () => new Response('', { status: 429 }));
    await dialog.getByRole('button').first().click();
    await expectText(dialog.getByRole('alert'), /./);
    // axe uses its own timers.
    vi.useRealTimers();
    for (const scheme of ['light', 'dark'] as const) {
      await seeIn({ scheme });
      await expectAccessible();
    }
    await seeIn({});
  });
}
