import { setTimeout as pause } from 'node:timers/promises';
import type { InboxMessage } from '@wattle/contract/sandbox/inbox.ts';
import { addCardToLogin } from '@wattle/contract/activation/add-card.ts';
import { callAs, tokenFor } from '../../support/calls.ts';
import { atTheDesk } from '../../support/desk.ts';
import { givenCardPerson, givenWebPerson } from '../../support/own-people.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import { BOTH_LANGUAGES } from '../../support/words.ts';

const GIVE_UP_MS = 20_000;

/** Activation codes in the sandbox's inbox, newest first. */
async function activationCodes(server: RunningServer): Promise<readonly string[]> {
  const inbox = await fetch(`${server.url}/api/sandbox/inbox?brand=wattle`);
  const { Messages } = (await inbox.json()) as { Messages: readonly InboxMessage[] };
  return Messages.filter(({ Template }) => Template === 'firstActivationCode').flatMap(
    ({ Text }) => /\b\d{6}\b/.exec(Text)?.[0] ?? [],
  );
}

/** A new code. Due work sends messages a moment after their event. */
async function nextCode(server: RunningServer, known: readonly string[]): Promise<string> {
  const giveUpAt = Date.now() + GIVE_UP_MS;
  for (;;) {
    const [newest] = (await activationCodes(server)).filter((code) => !known.includes(code));
    if (newest !== undefined) return newest;
    if (Date.now() > giveUpAt) throw new Error('No activation code came');
    await pause(100);
  }
}

for (const { locale, words, tag } of BOTH_LANGUAGES) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('an upgrade is requested and granted by the desk, and its card replaces the old one', { tag }, async ({
      page,
      server,
    }) => {
      const person = await givenWebPerson(server, ['Li', 'Cole'], {
        contacts: { mobile: '0400 000 999', email: 'li.cole@example.com' },
      });
      // An active Wattle Start card, which its access code adds to the login.
      const { account, number: cardNumber, code } = await givenCardPerson(server, 5);
      const { brand, username: userName, password } = person;
      const call = callAs(server, await tokenFor(server, brand, { grant_type: 'password', userName, password }));
      await call('POST', addCardToLogin.path, { cardNumber, isReloadable: false, code, brandIdentifier: brand });
      const upgrade = page.getByRole('link', { name: words('cards:ways.upgrade') });
      const requested = page.getByRole('heading', { level: 1, name: words('upgrade:requested.title') });
      await signIn(page, person);
      await page.getByRole('button', { name: /^Wattle Start/ }).click();
      await upgrade.click();
      await expect(page.getByRole('heading', { level: 1, name: words('upgrade:confirm.title') })).toBeVisible();
      // From here the details are read-only.
      await page.getByRole('link', { name: words('upgrade:confirm.details') }).click();
      const change = `${words('ui:change')} ${words('myAccount:password.title')}`;
      await expect(page.getByRole('button', { name: change })).toHaveAttribute('aria-disabled', 'true');
      await page.goBack();
      const [ask] = words('upgrade:confirm.pay', { fee: '|' }).split('|');
      const submit = page.getByRole('button', { name: words('upgrade:confirm.submit') });
      await submit.or(page.getByRole('button', { name: ask ?? '' })).click();
      await expect(requested).toBeVisible();
      await page.reload();
      await expect(requested).toBeVisible();
      await page.getByRole('link', { name: words('upgrade:requested.toCards') }).click();
      await expect(upgrade).toHaveCount(0);

      const found = await atTheDesk(server.url, [1, 'kate'], 'find', { input: { account } });
      const card = found.rows.find(({ number }) => String(number).endsWith(cardNumber.slice(-4)))?.['card'];
      const given = { input: { card }, reason: 'checked' };
      const { request } = await atTheDesk(server.url, [1, 'kate'], 'grant-upgrade', given);
      const known = await activationCodes(server);
      await atTheDesk(server.url, [1, 'omar'], 'approve', { input: { request: request?.id } });

      await page.getByRole('link', { name: words('cards:ways.activateUpgrade') }).click();
      await page
        .getByLabel(words('activation:add.code.activation.label'), { exact: true })
        .fill(await nextCode(server, known));
      await page.getByRole('button', { name: words('activation:continue') }).click();
      await page.getByLabel(words('activation:pin.label'), { exact: true }).fill('7391');
      await page.getByLabel(words('activation:pin.again.label'), { exact: true }).fill('7391');
      await page.getByRole('button', { name: words('activation:pin.submit') }).click();
      await expect(page.getByRole('heading', { level: 1, name: words('activation:done.title') })).toBeVisible();
      await page.getByRole('link', { name: words('activation:done.toCards') }).click();
      await expect(upgrade).toHaveCount(0);
    });
  });
}
