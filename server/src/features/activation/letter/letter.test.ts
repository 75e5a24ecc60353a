import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE, givenNewCard } from '../../../../test-support/activation.ts';
import { brandFields, givenApp, postForm, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenBrand, givenProduct, givenTenant, type TestCard } from '../../../../test-support/factories.ts';
import { nodesOf, readPdf } from '../../../../test-support/files/read-pdf.ts';
import { readQrOfPdf } from '../../../../test-support/files/read-qr.ts';
import type { PrintJob } from '../../../outside/print/port.ts';
import { LETTERS_TO_PRINT, queueLetter, referenceOf } from './letter.ts';
import { printLetters } from './print-letters.due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const NUMBERS = { cardNumbers: { prefix: '903600', length: 16 } } as const;
const MIA = { firstName: 'Mia', surname: "O'Brien", dateOfBirth: '1990-02-01', mobile: '0400 000 999' };
const HOME = { addressLine1: '14 Banksia Street', suburb: 'Fremantle', state: 'WA', postCode: '6160' };

/** Print jobs for the letters of a tenant. */
async function printed(tenantId: number): Promise<PrintJob[]> {
  const jobs: PrintJob[] = [];
  const printer = {
    async print(job: PrintJob) {
      jobs.push(job);
      return { kind: 'done' as const, value: null };
    },
  };
  const items = await test.ctx.asOwner<{ key: string }>(
    'SELECT key FROM due_work WHERE job = $2 AND tenant_id = $1 ORDER BY id',
    [tenantId, LETTERS_TO_PRINT.name],
  );
  if (!('outside' in printLetters)) throw new Error('letters are printed outside of a transaction');
  const ctx = { ...test.ctx, outside: { ...test.ctx.outside, printer } };
  const rest = { plannedAt: 0, atOnce: 5, attempt: 1, signal: new AbortController().signal };
  for (const { key } of items) await printLetters.outside(ctx, { tenantId, key, payload: { letter: key }, ...rest });
  return jobs;
}

/** A new card with a letter, and the reference of its code. */
async function givenLetter(days = 90): Promise<{ card: TestCard; reference: string }> {
  const card = await givenNewCard(test, { isKnown: true });
  const { tenantId } = card.brand;
  await test.ctx.database.transact(tenantId, (tx) => queueLetter(tx, test.ctx, { tenantId, cardId: card.id, days }));
  const [letter] = await test.ctx.asOwner<{ id: string }>('SELECT id FROM card_letter WHERE card_id = $1', [card.id]);
  return { card, reference: referenceOf(test.ctx, letter?.id ?? '') };
}

const look = (brand: string, LetterReference: string) =>
  test.app.inject({ method: 'POST', url: '/api/card/letterCard', payload: { brand, LetterReference } });

const activate = ({ brand }: TestCard, fields: Readonly<Record<string, string>>) =>
  postForm(test.app, '/api/token', { grant_type: 'verifyactivation', ...brandFields(brand), ...fields });

describe('the letter of a card issued by the desk', () => {
  it('is printed with a masked number, tags, and a QR code that names the card without its number', async () => {
    const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
    const agent = await givenStaff(test.ctx, brand.tenantId);
    const product = await givenProduct(test.ctx, { brand, settings: NUMBERS });
    const input = { brand: brand.identifier, product: String(product.id), ...MIA, ...HOME };
    const { body } = await give(test, agent, 'issue-card', { input, reason: 'asked at the counter' });
    expect(body.rows?.[0]).toMatchObject({ letter: true });
    const last4 = String(body.rows?.[0]?.['number']).slice(-4);
    const [job] = await printed(brand.tenantId);
    expect(job).toMatchObject({
      kind: 'letter',
      address: ["Mia O'Brien", '14 Banksia Street', 'Fremantle WA 6160'],
    });
    const pdf = Buffer.from(job?.pdf ?? []);
    const page = readQrOfPdf(pdf);
    expect(page).toMatch(new RegExp(`^http://[^/]+/${brand.identifier}/cardActivate/[\\w-]{22}$`));
    const { trees, isMarked } = await readPdf(pdf);
    expect(isMarked).toBe(true);
    const said = trees.flatMap((tree) => nodesOf(tree, 'P').map(({ text }) => text)).join('\n');
    expect(said).toContain(`number ending in ${last4}`);
    expect(said).not.toMatch(/\d{6}/);
    const seen = await look(brand.identifier, page.slice(-22));
    expect(seen.json()).toEqual({ MaskedCardNumber: body.rows?.[0]?.['number'] });
  });

  it('is not made without an address', async () => {
    const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
    const agent = await givenStaff(test.ctx, brand.tenantId);
    const product = await givenProduct(test.ctx, { brand, settings: NUMBERS });
    const input = { brand: brand.identifier, product: String(product.id), ...MIA };
    const { body } = await give(test, agent, 'issue-card', { input, reason: 'asked at the counter' });
    expect(body.rows?.[0]).toMatchObject({ letter: false });
    expect(await printed(brand.tenantId)).toEqual([]);
  });

  it.each([
    ['محمد', 'الأحمد', 'Mohammed Alahmad', 'MOHAMMED ALAHMAD'],
    ['प्रिया', 'नायर', 'Priya Nair', 'PRIYA NAIR'],
    ['伟', '李', 'Li Wei', '李伟'],
    ['', 'Suharto', '', 'Suharto'],
  ])('[25-a] to %s %s is addressed in printable characters', async (firstName, surname, nameOnCard, printedAs) => {
    const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
    const agent = await givenStaff(test.ctx, brand.tenantId);
    const product = await givenProduct(test.ctx, { brand, settings: NUMBERS });
    const names = { firstName, surname, nameOnCard };
    const input = { brand: brand.identifier, product: String(product.id), ...MIA, ...HOME, ...names };
    await give(test, agent, 'issue-card', { input, reason: 'asked at the counter' });
    const [job] = await printed(brand.tenantId);
    expect(job?.address[0]).toBe(printedAs);
  });

  it('[25-a] waits at the desk where no form of the name can be printed', async () => {
    const { card } = await givenLetter();
    await test.ctx.asOwner("UPDATE holder SET first_name = 'محمد', surname = 'الأحمد', address = $2 WHERE id = $1", [
      card.account.holder.id,
      JSON.stringify({ AddressLine1: '1 Wattle Street', Suburb: 'Fremantle', State: 'WA', PostCode: '6160' }),
    ]);
    await test.ctx.asOwner("UPDATE card SET embossed_name = '' WHERE id = $1", [card.id]);
    expect(await printed(card.brand.tenantId)).toEqual([]);
  });

  it('is the same when it is printed again', async () => {
    const { card } = await givenLetter();
    await test.ctx.asOwner('UPDATE holder SET address = $2 WHERE id = $1', [
      card.account.holder.id,
      JSON.stringify({ AddressLine1: '1 Wattle Street', Suburb: 'Fremantle', State: 'WA', PostCode: '6160' }),
    ]);
    const [first] = await printed(card.brand.tenantId);
    const [again] = await printed(card.brand.tenantId);
    expect(readQrOfPdf(Buffer.from(again?.pdf ?? []))).toBe(readQrOfPdf(Buffer.from(first?.pdf ?? [])));
  });
});

describe('the reference of a letter', () => {
  it('activates the card with the code, in place of its number', async () => {
    const { card, reference } = await givenLetter();
    const opened = await activate(card, { letterReference: reference, activationCode: CODE });
    expect(opened.statusCode).toBe(200);
    expect(opened.json()).toMatchObject({ CardNumberSuffix: card.pan.slice(-4) });
  });

  it('counts wrong codes together with those of the number, and the fifth locks both', async () => {
    const { card, reference } = await givenLetter();
    const ways: Record<string, string>[] = [{ cardNumber: card.pan }, { letterReference: reference }];
    for (const fields of ways) {
      for (let attempt = 0; attempt < 2; attempt += 1)
        expect((await activate(card, { ...fields, activationCode: '000000' })).json()).toMatchObject({
          error: ['20051'],
        });
    }
    await activate(card, { letterReference: reference, activationCode: '000000' });
    const locked = await activate(card, { cardNumber: card.pan, activationCode: CODE });
    expect(locked.json()).toMatchObject({ error: ['20245'] });
  });

  it('that is unknown or of another brand is answered like a wrong code', async () => {
    const { card, reference } = await givenLetter();
    const other = await givenBrand(test.ctx);
    const unknown = 'AAAAAAAAAAAAAAAAAAAAAA';
    expect((await look(card.brand.identifier, unknown)).json()).toMatchObject({ error: ['20060'] });
    expect((await look(other.identifier, reference)).json()).toMatchObject({ error: ['20060'] });
    const refused = await activate(card, { letterReference: unknown, activationCode: CODE });
    expect(refused.json()).toMatchObject({ error: ['20051'] });
  });

  it('expires after its days, and with the activation', async () => {
    const { card, reference } = await givenLetter(1);
    await test.ctx.asOwner(
      'UPDATE card_letter SET made_at = made_at - interval $$2 days$$, ends_at = ends_at - interval $$2 days$$ WHERE card_id = $1',
      [card.id],
    );
    expect((await look(card.brand.identifier, reference)).json()).toMatchObject({ error: ['20062'] });
    expect((await activate(card, { letterReference: reference, activationCode: CODE })).json()).toMatchObject({
      error: ['20051'],
    });
    const active = await givenLetter();
    await test.ctx.asOwner("UPDATE card SET status = 'Active' WHERE id = $1", [active.card.id]);
    expect((await look(active.card.brand.identifier, active.reference)).json()).toMatchObject({ error: ['20060'] });
  });

  it('replaces the number and is refused beside it', async () => {
    const { card, reference } = await givenLetter();
    const both = await activate(card, { cardNumber: card.pan, letterReference: reference, activationCode: CODE });
    expect(both.json()).toMatchObject({ error: ['20010'], field: 'cardNumber' });
    expect((await activate(card, { activationCode: CODE })).json()).toMatchObject({ error: ['20010'] });
  });
});
