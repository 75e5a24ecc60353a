import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { PASSWORD } from '../../server/test-support/made-up-person.ts';
import everyday from '../../products/wattle/everyday.json' with { type: 'json' };
import { callAs } from './calls.ts';
import { runProducts } from './commands.ts';
import { atTheDesk } from './desk.ts';
import { newestMessage } from './inbox.ts';
import { byTwo, enterDetails, load, type OwnPerson } from './own-people.ts';
import type { RunningServer } from './running-server.ts';

type Kind = 'stripe' | 'lithic';

/** Numbers of the products whose cards the processors make. */
const PRODUCTS: Readonly<Record<Kind, number>> = { stripe: 91, lithic: 92 };
/** Ids of the first cards that the processors of the sandbox make. */
const FIRST_CARDS: Readonly<Record<Kind, string>> = { stripe: 'ic_sandbox_1', lithic: 'card_sandbox_1' };

/**
 * Connects the programme of the brand wattle to a card processor of the sandbox, and gives a person with a login whose
 * only card that processor has made. `card` is the processor's id of it. The test sets `ownServer`, because a
 * connection is of the whole programme; every server has the secrets (`running-server.ts`).
 */
export async function givenPersonOfProcessor(
  page: Page,
  server: RunningServer,
  kind: Kind,
  { firstName, surname, mobile, money }: Readonly<Record<'firstName' | 'surname' | 'mobile' | 'money', string>>,
): Promise<OwnPerson & { readonly card: string }> {
  const connection = await givenConnection(server, kind);
  await importProduct(server, { id: PRODUCTS[kind], name: `Wattle by ${kind}`, connection });
  const input = {
    brand: 'wattle',
    product: String(PRODUCTS[kind]),
    firstName,
    surname,
    dateOfBirth: '1990-02-01',
    mobile,
    addressLine1: '14 Banksia Street',
    suburb: 'Fremantle',
    state: 'WA',
    postCode: '6160',
  };
  const { rows } = await atTheDesk(server.url, [1, 'kate'], 'issue-card', { input, reason: 'for a test' });
  const [cardId, account] = [String(rows[0]?.['cardId']), String(rows[0]?.['account'])];
  const message = await newestMessage(page, 'wattle', new RegExp(`${mobile.slice(-3)}.*Activation code \\d{6}`));
  const code = /Activation code (\d{6})/.exec(message)?.[1] ?? '';
  // The sandbox tells no number, so the card is named by its id.
  const own = { name: cardId, number: '', account, code, brand: 'wattle' };
  let begun: Awaited<ReturnType<typeof enterDetails>> | undefined;
  // The card is made by work that falls due every 5 seconds, behind what a server does when it has started.
  await expect(async () => {
    begun = await enterDetails(server, own, { firstName, surname });
  }).toPass({ timeout: 40_000, intervals: [500] });
  const { token = '', email = '' } = begun ?? {};
  const { LoginName: username } = await callAs(server, token)<{ LoginName: string }>('POST', 'card/activate', {});
  await load(server, account, money);
  return {
    brand: 'wattle',
    username,
    email,
    password: PASSWORD,
    firstName,
    account,
    cardNumber: '',
    card: FIRST_CARDS[kind],
  };
}

/** Number of a new connection, whose processor is in the sandbox of the server. */
async function givenConnection(server: RunningServer, kind: Kind): Promise<number> {
  const [name, secret] = [`Cards by ${kind}`, kind.toUpperCase()];
  await byTwo(server, 'wattle', 'add-connection', {
    name,
    processor: kind,
    apiVersion: '2026-10-28.endive',
    asksKey: `${secret}_ASKS`,
    eventsKey: `${secret}_EVENTS`,
    apiKey: `${secret}_API`,
  });
  const { rows } = await atTheDesk(server.url, [1, 'omar'], 'connections', { input: {} });
  const added = rows.find(({ connection }) => connection === name);
  const url = `${server.url}/sandbox${String(added?.['address']).replace(/\/$/, '')}`;
  await byTwo(server, 'wattle', 'change-connection', { connection: name, url });
  return Number(added?.['number']);
}

async function importProduct(
  server: RunningServer,
  { id, name, connection }: { readonly id: number; readonly name: string; readonly connection: number },
): Promise<void> {
  const { cardNumbers: _numbers, store: _store, virtualCards: _virtual, ...settings } = everyday.settings;
  const file = join(server.folder, `product-${id}.json`);
  const product = {
    ...everyday,
    id,
    name,
    settings: { ...settings, processor: { connection }, pinHeldBy: 'processor' },
  };
  writeFileSync(file, JSON.stringify(product));
  await runProducts(server, ['import', file]);
  rmSync(file);
}
