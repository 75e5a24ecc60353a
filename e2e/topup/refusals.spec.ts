import { givenWebPerson, verify } from '../support/own-people.ts';
import { goToPlace } from '../support/places.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const DETAILS = '**/api/topup/details';
const BSB_CALL = '**/api/transfer/getBsbDetails';

const refusing = (...error: readonly string[]) => ({ status: 400, json: { error } });

test('an automatic top-up steps by 100 and says what is wrong with its amounts, its bank and its fee', {
  tag: '@phone',
}, async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Jack', 'Martin'], { brand: 'stumps' });
  await verify(server, person);
  await signIn(page, person);
  await goToPlace(page, 'Top up');
  await page.getByText('Automatic top-up', { exact: true }).click();
  const trigger = page.getByLabel('When less than this is available');
  const amount = page.getByLabel('Top up by');
  await trigger.fill('300');
  await page.getByRole('button', { name: 'Add $100.00' }).first().click();
  await expect(trigger).toHaveValue('400.00');
  await amount.fill('450');
  await page.getByRole('button', { name: 'Take away $100.00' }).last().click();
  await expect(amount).toHaveValue('350.00');

  await page.route(BSB_CALL, (route) => route.fulfill(refusing('77777')));
  await page.getByLabel('BSB').fill('000-777');
  await expect(page.getByText('The BSB could not be looked up. Try again')).toBeVisible();
  await page.unroute(BSB_CALL);
  await page.getByLabel('BSB').fill('000-101');
  await expect(page.getByText(/^Testbank/)).toBeVisible();
  await page.getByLabel('Account number').fill('61200447');
  await page.getByLabel('Account name').fill('Jack Martin');
  await page.getByLabel('I have read the agreement and accept it').check();
  const action = page.getByRole('button', { name: 'Set up automatic top-up' });
  await action.click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'The trigger amount must not be above the top-up amount',
    'The top-up amount must not be below the trigger amount',
  ]);
  await amount.fill('400');
  await page.route('**/api/topup/auto-topup', (route) => route.fulfill(refusing('20144')));
  await action.click();
  await expect(page.getByText('There is not enough money in the account for the auto top-up fee').last()).toBeVisible();
});

test.describe('what a card can take', () => {
  test.use({ serverFails: true });

  test('is asked for again after a refusal, and leads to the error page where the server fails', {
    tag: '@phone',
  }, async ({ page, server }) => {
    await signIn(page, await givenWebPerson(server, ['Jack', 'Martin'], { brand: 'stumps' }));
    await page.route(DETAILS, (route) => route.fulfill({ status: 429, json: { error: ['429'] } }));
    await page.goto('/stumps/topup');
    await expect(page.getByRole('heading', { name: 'This did not load' })).toBeVisible();
    await page.unroute(DETAILS);
    await page.route(DETAILS, (route) => route.fulfill({ status: 500, json: { error: ['99999'] } }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(/\/stumps\/error$/);
    await expect(page.getByText('There was a problem serving the requested page')).toBeVisible();
  });
});
