import type { Page } from '@playwright/test';
import { zh } from '../support/words.ts';
import { confirmEmail } from '../support/confirmed.ts';
import { newestMessage } from '../support/inbox.ts';
import { givenWebPerson, verify } from '../support/own-people.ts';
import { goToPlace } from '../support/navigation.ts';
import type { RunningServer } from '../support/running-server.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** Person who may have an automatic top-up. */
async function givenVerified(server: RunningServer) {
  const person = await givenWebPerson(server, ['Jack', 'Martin'], { brand: 'stumps' });
  // Address of the mail that represents the bank's statement.
  await confirmEmail(server, person);
  await verify(server, person);
  return person;
}

/** The sandbox's mail represents the statement of the other bank. */
async function codeOfStatement(page: Page): Promise<string> {
  return /CODE (\d{6})/.exec(await newestMessage(page, 'stumps', /CODE \d{6}/))?.[1] ?? '';
}

test('an automatic top-up is set up, activated by its code, changed and cancelled', { tag: '@phone' }, async ({
  page,
  server,
}) => {
  await signIn(page, await givenVerified(server));
  await goToPlace(page, 'Top up');
  await page.getByText('Automatic top-up', { exact: true }).click();
  await page.getByRole('button', { name: 'Use direct debit instead' }).click();
  const action = page.getByRole('button', { name: 'Set up automatic top-up' });
  await page.getByLabel('Top up when available balance falls below').fill('300');
  await page.getByLabel('Top up by').fill('500');
  await page.getByLabel('BSB').fill('000-101');
  await expect(page.getByText(/^Testbank/)).toBeVisible();
  await page.getByLabel('Account number').fill('6120 0447');
  await page.getByLabel('Account name').fill('Jack Martin');
  await page.getByRole('button', { name: 'Read agreement' }).click();
  await expect(page.getByRole('heading', { name: 'If a debit is reversed later' })).toBeVisible();
  await page.getByLabel('I’ve read and accept the agreement').check();
  await action.click();
  await expect(page.getByRole('heading', { name: 'Your automatic top-up is set up', level: 1 })).toBeFocused();

  const code = await codeOfStatement(page);
  await page.getByRole('link', { name: 'I have the code' }).click();
  await expect(page.getByRole('heading', { name: 'Activate automatic top-up', level: 1 })).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByRole('heading', { name: 'Your automatic top-up is active' })).toBeVisible();

  await goToPlace(page, 'Top up');
  await page.getByText('Automatic top-up', { exact: true }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Change Amounts' }).click();
  await page.getByLabel('Top up by').fill('600');
  await page.getByRole('button', { name: 'Save amounts' }).click();
  await expect(page.getByText('$600.00', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Change From' }).click();
  await page.getByLabel('Account number').fill('1234 5678');
  await page.getByRole('button', { name: 'Save bank account' }).click();
  await expect(page.getByText('Waiting for code')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel automatic top-up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel automatic top-up' }).click();
  await expect(page.getByRole('button', { name: 'Ask my bank' })).toBeVisible();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('an automatic top-up is set up, activated by its code, changed and cancelled', {
    tag: ['@gate', '@phone'],
  }, async ({ page, server }) => {
    await signIn(page, await givenVerified(server));
    await page.goto('/stumps/topup');
    await page.getByText(zh('topup:auto.title'), { exact: true }).click();
    await page.getByRole('button', { name: zh('topup:payTo.byDebit') }).click();
    await page.getByLabel(zh('topup:auto.trigger')).fill('300');
    await page.getByLabel(zh('topup:auto.amount'), { exact: true }).fill('500');
    await page.getByLabel(zh('topup:auto.bsb'), { exact: true }).fill('000-101');
    await expect(page.getByText(/^Testbank/)).toBeVisible();
    await page.getByLabel(zh('topup:auto.accountNumber'), { exact: true }).fill('6120 0447');
    await page.getByLabel(zh('topup:auto.accountName'), { exact: true }).fill('Jack Martin');
    await page.getByLabel(zh('topup:auto.agreement.accept')).check();
    await page.getByRole('button', { name: zh('topup:auto.action') }).click();
    await expect(page.getByRole('heading', { name: zh('topup:auto.setUp.title'), level: 1 })).toBeFocused();
    const code = await codeOfStatement(page);
    await page.getByRole('link', { name: zh('topup:auto.setUp.have') }).click();
    await page.getByLabel(zh('topup:auto.activate.code'), { exact: true }).fill(code);
    await page.getByRole('button', { name: zh('topup:auto.activate.action'), exact: true }).click();
    await expect(page.getByRole('heading', { name: zh('topup:auto.activate.done') })).toBeVisible();

    await page.goto('/stumps/topup');
    // One that fired on activation is named above, as on its way.
    await page.getByText(zh('topup:auto.title'), { exact: true }).last().click();
    await expect(page.getByText(zh('topup:auto.state.active'), { exact: true })).toBeVisible();
    const change = (title: string) => page.getByRole('button', { name: `${zh('ui:change')} ${zh(title)}` }).click();
    await change('topup:auto.amounts');
    await page.getByLabel(zh('topup:auto.amount'), { exact: true }).fill('600');
    await page.getByRole('button', { name: zh('topup:auto.amountsSave') }).click();
    await expect(page.getByText('$600.00', { exact: true }).first()).toBeVisible();
    await change('topup:auto.from');
    await page.getByLabel(zh('topup:auto.accountNumber'), { exact: true }).fill('1234 5678');
    await page.getByRole('button', { name: zh('topup:auto.bankSave') }).click();
    await expect(page.getByText(zh('topup:auto.state.pending'), { exact: true })).toBeVisible();
    await page.getByRole('button', { name: zh('topup:auto.cancel.action') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: zh('topup:auto.cancel.action') })
      .click();
    await expect(page.getByRole('button', { name: zh('topup:payTo.ask') })).toBeVisible();
  });
});
