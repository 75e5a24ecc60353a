import type { ComplaintState } from '@wattle/contract/complaints/complaint.ts';
import type { TestApp } from './app.ts';
import type { CardGiven, TestBrand } from './factories.ts';
import type { TestContext } from './processes/database.ts';
import { give, givenStaff } from './desk/desk.ts';
import { givenUser, postApi } from './signed-in.ts';

const ENDED: ReadonlySet<ComplaintState> = new Set(['Closed', 'Withdrawn']);

/** A complaint of a signed-in person in a state. */
export async function givenComplaint(test: TestApp, state: ComplaintState = 'Received', given: CardGiven = {}) {
  const user = await givenUser(test.ctx, { balance: 100_00n, ...given });
  const opened = await postApi(test, 'complaint/open', user.headers, {
    Subject: 'fee',
    Words: 'I was charged $5.00 for a card that came bent.',
    Wish: 'Refund $5.00',
    Way: 'email',
  });
  const { ComplaintId: id, Reference: reference } = opened.json<{ ComplaintId: string; Reference: string }>();
  const at = new Date(test.ctx.clocks.business.now());
  await test.ctx.asOwner(
    `UPDATE complaint SET state = $2, ended_at = $3, outcome = $4, answered_at = $5, acknowledged_at = $6 WHERE id = $1`,
    [
      id,
      state,
      ENDED.has(state) ? at : null,
      state === 'Answered' ? 'notUpheld' : null,
      state === 'Answered' ? at : null,
      state === 'Received' ? null : at,
    ],
  );
  return { ...user, id, reference };
}

export type GivenComplaint = Awaited<ReturnType<typeof givenComplaint>>;

export async function complaintStateOf(test: TestApp, { id }: Pick<GivenComplaint, 'id'>): Promise<ComplaintState> {
  const [row] = await test.ctx.asOwner<{ state: ComplaintState }>('SELECT state FROM complaint WHERE id = $1', [id]);
  if (!row) throw new Error('there is no such complaint');
  return row.state;
}

/** A complaint whose first reply was due an hour ago. */
export async function givenOverdueComplaint(ctx: TestContext, { id, tenantId }: TestBrand): Promise<void> {
  await ctx.asOwner(
    `INSERT INTO complaint (id, tenant_id, brand_id, reference, way, language, page, subject, words, state, opened_at,
                            acknowledge_by, answer_by)
     VALUES (gen_random_uuid(), $1, $2, '263330008124', 'phone', 'enAU', '', 'fee', 'A fee', 'Received', $3::timestamptz,
             $3::timestamptz, $3::date)`,
    [tenantId, id, new Date(ctx.clocks.business.now() - 3_600_000)],
  );
}

/** Gives a command about a complaint, and approves it where it takes two people. */
export async function giveAbout(
  test: TestApp,
  { reference, card }: Pick<GivenComplaint, 'reference' | 'card'>,
  name: string,
  rest: Readonly<Record<string, string>> = { words: 'As agreed.' },
) {
  const { tenantId } = card.brand;
  const input = { complaint: reference, ...rest };
  const asked = await give(test, await givenStaff(test.ctx, tenantId), name, { input, reason: 'as agreed' });
  const request = asked.body.request?.id;
  if (request === undefined) return asked;
  return give(test, await givenStaff(test.ctx, tenantId), 'approve', { input: { request } });
}
