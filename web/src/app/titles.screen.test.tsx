import { expect, test } from 'vitest';
import { title } from '../../test-support/by-hand.ts';
import { answerRest } from '../../test-support/given-server.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { paths } from '../paths.ts';

/** Last and later steps of journeys, opened by their address, without the steps before them. */
test.each([
  paths.termsDeclined(),
  paths.accountSetup(),
  paths.eKycFailure(),
  paths.cardIdentityAuthFailed(),
  paths.cardActivationSuccess(),
  paths.reset(),
  paths.backupResetSuccess(),
  paths.storeOrderConfirmation(),
])('%s opened cold is titled by what its page says', async (path) => {
  answerRest(() => Response.json({ error: ['503'] }, { status: 503 }));
  await openScreen(path);
  await expect.element(title).toBeVisible();
  await expect.poll(() => document.title).toBe(`${title.element().textContent} - Harbour Mutual`);
});
