import { givenNewCard } from '../../test-support/activation.ts';
import type { TestApp } from '../../test-support/app.ts';
import { type Dice, oneOf } from '../../test-support/dice.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  givenProduct,
  givenWebAccount,
} from '../../test-support/factories.ts';
import { balanceOf } from '../../test-support/transfers.ts';
import { sent } from '../../test-support/resets.ts';
import { runDue } from '../../test-support/schedules.ts';
import { type Actor, openActor } from './actor.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
export const OWNERS_ANSWER = 'banksia';
export const OWNERS_PASSWORD = 'Golden-Wattle-2026';

/** Stolen access that a thief starts with; every thief knows the account number. */
export const THEFTS = ['number', 'password', 'passkey', 'passcode', 'old mailbox', 'no login'] as const;
export type Theft = (typeof THEFTS)[number];

export type Message = { readonly to: string; readonly text: string };
export type World = Awaited<ReturnType<typeof openWorld>>;

let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};
export const freshEmail = (who: string) => `${who}${next()}@example.org`;
export const freshMobile = () => `04${String(91_000_000 + next())}`;
export const freshPassword = (who: string) => `${who}-Paperbark-${next()}-Swamp`;

const SETTINGS = {
  AllowEditEmailAddress: true,
  AllowEditPhoneNumber: true,
  AllowEditAddress: true,
  AllowEditUsernameAndSecurityQuestion: true,
  LoginMethodId: 3,
  ShowSignupLink: true,
} as const;

/** An owner with 1,000.00 and a thief with an account at the same brand. */
export async function openWorld(test: TestApp, roll: Dice, theft: Theft) {
  const { ctx } = test;
  const brand = await givenBrand(ctx, { settings: SETTINGS });
  const product = await givenProduct(ctx, {
    brand,
    settings: { internalTransfers: true, paymentLimit: null, scamHoldAmount: 1 },
  });
  const holder = await givenHolder(ctx, { brand, email: freshEmail('owner'), mobile: freshMobile() });
  const [stored] = await ctx.asOwner<{ mobile: string }>('SELECT mobile FROM holder WHERE id = $1', [holder.id]);
  await ctx.asOwner('UPDATE holder SET security_question = 1, security_answer_hash = $2 WHERE id = $1', [
    holder.id,
    await ctx.secrets.hashSecret(OWNERS_ANSWER),
  ]);
  const account = await givenAccount(ctx, { holder, balance: 100_000n });
  const card = await givenCard(ctx, { holder, account, product });
  // A card before activation, with its code.
  const newCard = await givenNewCard(test, { account, holder, product, brand });
  const mule = await givenCard(ctx, { brand, product });
  const hasLogin = theft !== 'no login';
  if (hasLogin) {
    const names = [
      { name: holder.email, kind: 'email' as const },
      { name: account.accountNumber, kind: 'account' as const },
    ];
    await givenWebAccount(ctx, { holder, account, password: OWNERS_PASSWORD, names });
  }
  const owner = openActor(test, 'owner');
  const thief = openActor(test, 'thief');
  for (const box of [holder.email, e164(stored?.mobile ?? '')]) owner.boxes.add(box);
  for (const name of [holder.email, account.accountNumber]) {
    if (hasLogin) owner.names.add(name);
    thief.names.add(name);
  }
  if (hasLogin) owner.passwords.add(OWNERS_PASSWORD);
  owner.answers.add(OWNERS_ANSWER);
  const messages: Message[] = [];
  const log: string[] = [];
  await sent(test);
  return {
    test,
    ctx,
    roll,
    brand,
    holder,
    account,
    card,
    newCard,
    mule,
    owner,
    thief,
    messages,
    log,
    /** The owner's undo or reset. */
    recovery: { isOver: false, balance: 0n },
    oneOf: <T>(of: readonly T[]): T => oneOf(roll, of),
    /** Sends queued messages, so that mailbox owners can read them. */
    async deliver(): Promise<void> {
      const { mails, texts } = await sent(test);
      for (const { to, text } of mails) messages.push({ to, text });
      for (const { to, text } of texts) messages.push({ to, text });
    },
    /** Resets failed attempts and rate limits, so that neither side blocks the other or ends a history. */
    async forgive(): Promise<void> {
      for (const table of ['sign_in_guard', 'address_attempt', 'code_request'])
        await ctx.asOwner(`DELETE FROM ${table} WHERE true`);
    },
    /** Advances the clock and runs due work. */
    async wait(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= DAY) {
        ctx.advance(Math.min(left, DAY));
        await runDue(ctx, brand.tenantId);
      }
    },
    balance: () => balanceOf(ctx, account),
  };
}

export const e164 = (mobile: string) => mobile.replace(/\D/g, '').replace(/^0/, '+61');

/** Messages in the mailboxes of an actor, newest first. */
export function mailOf(world: Pick<World, 'messages'>, { boxes }: Actor): string[] {
  return world.messages
    .filter(({ to }) => boxes.has(to))
    .map(({ text }) => text)
    .toReversed();
}
