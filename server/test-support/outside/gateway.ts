import type { LightMyRequestResponse } from 'fastify';
import { gatewayJobs, refundCharges, forgetCards, sandboxNotices } from '../../src/features/gateway/due.ts';
import { takeNotices } from '../../src/features/gateway/notices.ts';
import type { TestApp } from '../app.ts';
import { givenRunner } from '../due-work.ts';
import { askedPayment } from './gateway-asked.ts';

/** Test cards of the sandbox. */
export const PAYER_CARD = {
  approves: '4111 1111 1111 1111',
  declines: '4000 0000 0000 0002',
  declinesOnce: '4000 0000 0000 0101',
  asks: '4000 0000 0000 3220',
  noticeFirst: '4000 0000 0000 0077',
  noNotice: '4000 0000 0000 0341',
  noticeLate: '4000 0000 0000 0119',
  isUnknown: '4000 0000 0000 9235',
  isChargedBack: '4000 0000 0000 0259',
  isWon: '4000 0000 0000 0010',
  isInquired: '4000 0000 0000 1976',
  isWarned: '4000 0000 0000 5423',
  isPrepaid: '5105 1051 0510 5100',
  isForeign: '4000 0055 4000 0008',
  refundFails: '4000 0000 0000 0028',
  refundReturns: '4000 0000 0000 5126',
} as const;

export type Opened = { url: string; Sid: string; Sst: string; error?: string[]; field?: string };

/** Posts a form without a session, like a frame. */
export function postFrame(test: TestApp, url: string, fields: Readonly<Record<string, string>>) {
  return test.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
}

/** Opens the page of a payment like the frame. Returns the URL of the page. */
export async function enter(test: TestApp, { url, Sid, Sst }: Opened): Promise<string> {
  const entered = await postFrame(test, url, { Sid, Sst });
  return String(entered.headers.location ?? '');
}

/** Opens the page and pays with a test card. */
export async function payByCard(
  test: TestApp,
  opened: Opened,
  card: keyof typeof PAYER_CARD,
): Promise<LightMyRequestResponse> {
  const page = await enter(test, opened);
  return postFrame(test, page, { act: 'pay', number: PAYER_CARD[card], expiry: '12/28', code: '123' });
}

/** A paid payment that only the sandbox gateway knows. */
export async function payAtGateway(test: Pick<TestApp, 'ctx'>, reference: string): Promise<void> {
  const gateway = test.ctx.outside.sandboxGateway;
  const opened = await gateway?.open(askedPayment({ reference }));
  if (opened?.kind !== 'done') throw new Error('the sandbox has a gateway');
  const token = opened.value.page.url.split('/').at(-1) ?? '';
  await gateway?.pay(token, { number: PAYER_CARD.approves, expiry: '12/28', code: '123' });
}

/** Sends due notices of the sandbox and runs due work. */
export async function runGateway(test: TestApp): Promise<void> {
  const runner = givenRunner(test.ctx, gatewayJobs(test.ctx.outside));
  await runner.runDue();
  await runner.stop();
}

/**
 * Processes only notices of the gateway. Other work has a row for each tenant of the test and would check all of them.
 */
export async function takeNoticesNow(test: TestApp): Promise<void> {
  const runner = givenRunner(test.ctx, [takeNotices, sandboxNotices]);
  await runner.runDue();
  await runner.stop();
}

/** Sends due refunds to the gateway. */
export async function giveBackNow(test: TestApp, tenantId: number): Promise<void> {
  if (!('outside' in refundCharges)) throw new Error('refunds call the gateway');
  const { signal } = new AbortController();
  await refundCharges.outside(test.ctx, { tenantId, plannedAt: 0, atOnce: 100, signal });
}

/** Ends saved cards that have expired, and has the gateway forget those that were ended. */
export async function forgetCardsNow(test: TestApp, tenantId: number): Promise<void> {
  if (!('outside' in forgetCards)) throw new Error('the gateway forgets cards');
  const { signal } = new AbortController();
  await forgetCards.outside(test.ctx, { tenantId, plannedAt: 0, atOnce: 100, signal });
}

/** Sends a notice like the sandbox gateway. */
export function sendNotice(test: TestApp, id: string, type: string, data: object, forged = false) {
  const payload = JSON.stringify({ id, type, data });
  const headers = test.ctx.outside.sandboxGateway?.sign(id, forged ? `${payload} ` : payload);
  return test.app.inject({
    method: 'POST',
    url: '/network/gateway-notices',
    headers: { ...headers, 'content-type': 'application/json' },
    payload,
  });
}
