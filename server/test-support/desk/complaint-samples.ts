import type { TestApp } from '../app.ts';
import { givenComplaint } from '../complaints.ts';
import { givenBrand, givenTenant } from '../factories.ts';
import type { ComplaintState } from '@wattle/contract/complaints/complaint.ts';
import { give, givenStaff } from './desk.ts';
import type { DeskSample, Sample } from './desk-sample.ts';

const EVERYBODY = ['viewer', 'agent', 'manager'] as const;
const WHO_ACT = ['agent', 'manager'] as const;

type Input = Readonly<Record<string, string>>;

/** A complaint in a state, for a command. */
const about =
  (input: Input = {}, state: ComplaintState = 'Received') =>
  async (test: TestApp): Promise<DeskSample> => {
    const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
    const { card, reference, id } = await givenComplaint(test, state, { brand });
    const read = async () =>
      JSON.stringify(
        await test.ctx.asOwner(
          `SELECT state, outcome, handler::text, answer_by::text, remedy::text,
                  (SELECT count(*) FROM complaint_event e WHERE e.complaint_id = c.id)::int AS events
             FROM complaint c WHERE id = $1`,
          [id],
        ),
      );
    return {
      tenantId: brand.tenantId,
      input: { complaint: reference, ...input },
      state: read,
      marked: [card.pan, card.holder?.email ?? ''],
    };
  };

const withoutInput = async (test: TestApp): Promise<DeskSample> => ({ ...(await about()(test)), input: {} });

const withPeriod = async (test: TestApp): Promise<DeskSample> => ({
  ...(await about()(test)),
  input: { from: '2020-01-01', to: '2030-12-31' },
});

async function withFile(test: TestApp): Promise<DeskSample> {
  const sample = await about()(test);
  const [file] = await test.ctx.asOwner<{ id: string }>(
    `INSERT INTO complaint_file (id, tenant_id, complaint_id, name, type, body, size, at)
     SELECT gen_random_uuid(), tenant_id, id, 'letter.pdf', 'application/pdf', '\\x00', 1, opened_at FROM complaint
     WHERE reference = $1 AND tenant_id = $2 RETURNING id`,
    [sample.input['complaint'], sample.tenantId],
  );
  return { ...sample, input: { ...sample.input, file: file?.id ?? '' } };
}

/** The name of another member of its programme. */
const withMember =
  (field: string) =>
  async (test: TestApp): Promise<DeskSample> => {
    const sample = await about()(test);
    const { name } = await givenStaff(test.ctx, sample.tenantId);
    return { ...sample, input: { ...sample.input, [field]: name } };
  };

/** A load onto an account of its person. */
async function withLoad(test: TestApp): Promise<DeskSample> {
  const sample = await about()(test);
  const [account] = await test.ctx.asOwner<{ number: string }>(
    `SELECT a.account_number AS number FROM complaint c
       JOIN member_account a ON a.tenant_id = c.tenant_id AND a.primary_holder_id = c.holder_id WHERE c.reference = $1`,
    [sample.input['complaint']],
  );
  const [asker, approver] = [await givenStaff(test.ctx, sample.tenantId), await givenStaff(test.ctx, sample.tenantId)];
  const input = { account: account?.number ?? '', amount: '5.00', type: 'goodwill' };
  const asked = await give(test, asker, 'load', { input, reason: 'a complaint' });
  const done = await give(test, approver, 'approve', { input: { request: asked.body.request?.id ?? '' } });
  const receipt = done.body.rows?.[0]?.['receipt'];
  if (typeof receipt !== 'string') throw new Error('a load has a receipt');
  return { ...sample, input: { ...sample.input, receipt } };
}

async function newOne(test: TestApp): Promise<DeskSample> {
  const sample = await about()(test);
  const [person] = await test.ctx.asOwner<{ id: string }>(
    'SELECT holder_id::text AS id FROM complaint WHERE reference = $1',
    [sample.input['complaint']],
  );
  const count = async () =>
    JSON.stringify(
      await test.ctx.asOwner('SELECT count(*)::int AS all FROM complaint WHERE tenant_id = $1', [sample.tenantId]),
    );
  const input = { subject: 'card', words: 'Waited too long', way: 'phone', person: `holder:${person?.id}` };
  return { ...sample, input, state: count };
}

const LOOK = { roles: EVERYBODY, needsApproval: false, elsewhere: 'not_found', given: about() } as const;
const ACT = { ...LOOK, roles: WHO_ACT } as const;
const WORDS = { words: 'We have your complaint.' };

export const COMPLAINT_SAMPLES: Readonly<Record<string, Sample>> = {
  complaints: { ...LOOK, elsewhere: 'no rows', given: withoutInput },
  complaint: LOOK,
  'complaint-figures': { ...LOOK, elsewhere: 'own figures', given: withoutInput },
  'complaint-report': { ...LOOK, elsewhere: 'own figures', given: withPeriod },
  'complaint-course': LOOK,
  'complaint-file': { ...LOOK, given: withFile },
  'open-complaint': { ...ACT, given: newOne },
  'acknowledge-complaint': { ...ACT, given: about(WORDS) },
  'write-to-complainant': { ...ACT, given: about(WORDS) },
  'note-complaint': { ...ACT, given: about(WORDS) },
  'assign-complaint': { ...ACT, given: withMember('to') },
  'name-in-complaint': { ...ACT, given: withMember('member') },
  'delay-complaint': { ...ACT, given: about({ ...WORDS, until: '2030-01-10' }) },
  'link-remedy': { ...ACT, given: withLoad },
  'answer-complaint': { ...ACT, needsApproval: true, given: about({ ...WORDS, outcome: 'upheld' }) },
  'close-complaint': { ...ACT, given: about({ ...WORDS, how: 'settled' }) },
  'complaint-at-afca': { ...ACT, given: about(WORDS) },
  'reopen-complaint': { ...ACT, given: about(WORDS, 'Closed') },
};
