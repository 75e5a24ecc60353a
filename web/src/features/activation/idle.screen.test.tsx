import { endSession } from '@wattle/contract/access/session.ts';
import { token } from '@wattle/contract/access/sign-in.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { expectAt, expectText, press, title } from '../../../test-support/by-hand.ts';
import { givenActivation, openStep } from '../../../test-support/given-activation.ts';
import { answer, sent } from '../../../test-support/given-server.ts';
import { TOKEN } from '../../../test-support/open-screen.tsx';

/** Asked 120 s before the end of 900 s without use; the page looks once a second. */
const TO_WARNING_MS = 781_000;
const WARNING_MS = 120_000;

const asked = page.getByRole('dialog', { name: 'Are you still there?' });
/** Moves the clock in one step and lets the page read it, instead of letting it read every second of a quarter hour. */
async function pass(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms - 1000);
  await vi.advanceTimersByTimeAsync(1000);
}

/** The clock advances across tests, because the page remembers the last activity. */
let now = Date.now();

beforeEach(() => {
  now += 3_600_000;
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function openPin(): Promise<void> {
  await openStep(givenActivation('pin', ['accountSetup', 'pin']));
  await expectText(title, 'Choose a PIN');
}

const activeRenewals = () => sent(token).filter(({ body }) => 'active' in body && body.active === 'true').length;

test('asks during an idle activation, and continues at its current step', async () => {
  await openPin();
  await pass(TO_WARNING_MS - 10_000);
  await expect.element(asked).not.toBeInTheDocument();
  await pass(10_000);
  await expect.element(asked).toBeVisible();
  const before = activeRenewals();
  await press('I’m still here');
  await expect.element(asked).not.toBeInTheDocument();
  await expectText(title, 'Choose a PIN');
  expect(activeRenewals()).toBe(before + 1);
  // The whole idle time lies ahead again.
  await pass(TO_WARNING_MS - 10_000);
  await expect.element(asked).not.toBeInTheDocument();
  await pass(10_000);
  await expect.element(asked).toBeVisible();
});

test('ends an abandoned activation here and at the server', async () => {
  await openPin();
  await pass(TO_WARNING_MS);
  await expect.element(asked).toBeVisible();
  const before = sent(endSession).length;
  await pass(WARNING_MS);
  await expectAt('/cardActivate');
  await expect.element(page.getByText(/^This page timed out\./)).toBeVisible();
  await expect.poll(() => sent(endSession).length).toBe(before + 1);
  vi.useRealTimers();
  await expectAccessibleInBothSchemes();
});

test('reports an activation that cannot be renewed and retries', async () => {
  await openPin();
  await pass(TO_WARNING_MS);
  await expect.element(asked).toBeVisible();
  answer(token, () => new Response('', { status: 429 }));
  await press('I’m still here');
  await expectText(asked.getByRole('alert'), /./);
  // axe uses its own timers.
  vi.useRealTimers();
  await expectAccessibleInBothSchemes();
  answer(token, TOKEN);
  await press('I’m still here');
  await expect.element(asked).not.toBeInTheDocument();
});
