import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { vi } from 'vitest';
import { insertQuestion } from '../src/features/identity/public.ts';
import { hashAnswer } from '../src/features/security-questions/public.ts';
import type { TestContext } from './processes/database.ts';
import { type CardGiven, givenCard, givenSession, type TestCard } from './factories.ts';
import { ENTITY as MADE_UP } from './made-up-person.ts';

export type ActivationGiven = CardGiven & {
  readonly check?: 'none' | 'ekyc' | 'maidenName' | 'questions';
  readonly surname?: string;
  /** False: the person has not reached verification yet. */
  readonly hasConsented?: boolean;
};

/** A card before its activation, with a session opened by its activation code. */
export async function givenActivation(ctx: TestContext, given: ActivationGiven = {}) {
  const { check = 'questions', surname = 'Vale', hasConsented = true, ...card } = given;
  const waiting = await givenCard(ctx, { status: 'NotIssued', holder: null, ...card });
  const isVerification = check === 'ekyc';
  await ctx.asOwner('UPDATE card SET activation_check = $2 WHERE id = $1', [waiting.id, check]);
  await ctx.asOwner('UPDATE member_account SET primary_holder_id = NULL WHERE id = $1 AND $2', [
    waiting.account.id,
    isVerification,
  ]);
  const at = new Date(ctx.clocks.security.now());
  await ctx.asOwner(
    `INSERT INTO activation (card_id, tenant_id, brand_id, started_at, changed_at, consented_at, access, entity)
     VALUES ($1, $2, $3, $4, $4, $5, $6, $7)`,
    [
      waiting.id,
      waiting.brand.tenantId,
      waiting.brand.id,
      at,
      isVerification && hasConsented ? at : null,
      isVerification ? JSON.stringify(ACCESS) : null,
      isVerification ? JSON.stringify({ ...ENTITY, Surname: surname }) : null,
    ],
  );
  const session = await givenSession(ctx, { card: waiting }, 'verifyactivation');
  return { card: waiting, headers: session.headers };
}

const ACCESS = { isAccountNumberUsername: false, emailAddress: 'robin.vale@example.com', securityQuestion: 1 };
const ENTITY = {
  Title: 'Mx',
  FirstName: 'Robin',
  MiddleName: '',
  UnparsedDateOfBirth: '1990-02-01',
  Mobile: '0400000030',
  HomePhone: '',
  Address: MADE_UP.Address,
};

/** Security questions of the demo: one from a list, one typed. */
export async function givenQuestions(
  ctx: TestContext,
  card: TestCard,
): Promise<readonly [suburb: string, cafe: string]> {
  const ids = [randomUUID(), randomUUID()] as const;
  const texts = [
    { enAU: 'Which suburb did you live in when the card was ordered?', zhCN: '订购此卡时您住在哪个区？' },
    { enAU: "What is the name of the card's first merchant?", zhCN: '此卡第一笔消费的商户叫什么？' },
  ] as const;
  const choices = [['Cottesloe', 'Fremantle', 'Subiaco', 'Midland'], null] as const;
  const answers = ['Fremantle', 'Corner Cafe'] as const;
  for (const at of [0, 1] as const) {
    const answerHash = await hashAnswer(ctx.secrets, answers[at]);
    await ctx.database.transact(card.brand.tenantId, (tx) =>
      insertQuestion(tx, {
        id: ids[at],
        tenantId: card.brand.tenantId,
        cardId: card.id,
        position: at + 1,
        question: texts[at],
        choices: choices[at],
        answerHash,
      }),
    );
  }
  return ids;
}

/** Runs something once while the identity service is queried for a result. */
export function whileAsking({ ctx }: { readonly ctx: TestContext }, work: () => Promise<unknown>): void {
  const service = ctx.outside.identity;
  if (!service) throw new Error('the sandbox has an identity service');
  const { result: ask } = service;
  vi.spyOn(service, 'result').mockImplementationOnce(async (reference) => {
    await work();
    return ask(reference);
  });
}

/** Completes the person's step in the frame of the sandbox identity service. */
export function finishPart({ app }: { readonly app: FastifyInstance }, userToken: string) {
  return app.inject({
    method: 'POST',
    url: '/sandbox/identity-service',
    headers: { 'content-type': 'text/plain', origin: 'null' },
    payload: userToken,
  });
}
