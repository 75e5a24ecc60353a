import { approveAtDesk, openRequest, signInAtDesk } from '../support/desk-page.ts';
import { givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('a complaint goes from Contact to an answer by two people, and its person settles it', {
  tag: '@desktop',
}, async ({ page, server, browser }) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { brand: 'stumps', money: '20.00' });
  await signIn(page, person);
  await page.goto('/stumps/contactUs');
  await page.getByRole('link', { name: 'Make a complaint' }).click();
  await page.getByRole('radio', { name: 'A fee' }).check();
  await page.getByRole('button', { name: 'Choose a transaction' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /\$20\.00/ })
    .click();
  await page.getByLabel('What went wrong?').fill('I paid $5.00 for a card that came bent.');
  await page.getByRole('button', { name: 'Send complaint' }).click();
  await expect(page.getByRole('heading', { name: 'We have your complaint' })).toBeVisible();
  const [reference = ''] = /\d{12,}/.exec((await page.getByText(/^Reference \d+/).textContent()) ?? '') ?? [];

  const desk = await browser.newPage({ baseURL: server.url });
  await signInAtDesk(desk, 'kate');
  await desk.getByRole('link', { name: /^Complaints/ }).click();
  await desk.getByRole('table', { name: 'Open', exact: true }).locator(`a[href$="/complaints/${reference}"]`).click();
  const transaction = desk.getByRole('region', { name: 'The transaction' });
  await expect(transaction.getByText('$20.00')).toBeVisible();
  await transaction.getByRole('link', { name: 'Show it in the account' }).click();
  await expect(desk.getByRole('cell', { name: '20.00' }).first()).toBeVisible();
  await desk.goBack();
  await desk.getByRole('button', { name: 'Send first reply' }).click();
  await desk.getByLabel('Words', { exact: true }).fill('We are looking into the fee.');
  await desk
    .getByRole('region', { name: 'Send first reply' })
    .getByRole('button', { name: 'Send first reply' })
    .click();
  await expect(desk.getByText('We are looking into the fee.')).toBeVisible();
  await desk.getByRole('button', { name: 'Answer', exact: true }).click();
  await desk.getByLabel('Outcome').selectOption('upheld');
  await desk.getByLabel('Words', { exact: true }).fill('The fee was ours to pay.');
  await desk.getByLabel('Reason', { exact: true }).fill('The card came bent');
  await desk.getByRole('region', { name: 'Answer' }).getByRole('button', { name: 'Answer' }).click();
  await approveAtDesk(desk, 'omar', await openRequest(desk));
  await desk.close();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'We’ve answered' })).toBeVisible();
  await expect(page.getByText('The fee was ours to pay.')).toBeVisible();
  await page.getByRole('button', { name: 'That settles it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'That settles it' }).click();
  await expect(page.getByRole('heading', { name: 'Closed' })).toBeVisible();
});
