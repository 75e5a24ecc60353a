import { PRIVACY_SAMPLES } from './privacy-samples.ts';
import { contactHash } from '../../src/features/contact-marks/public.ts';
import type { TestApp } from '../app.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { givenBrand, givenCard, givenTenant, givenWebAccount } from '../factories.ts';

const EVERYBODY = ['viewer', 'agent', 'manager'] as const;
const WHO_ACT = ['agent', 'manager'] as const;

/** A person with a card and a sign-in, whose details are marked: no command may show one unmasked. */
const aboutPerson =
  (input: Readonly<Record<string, string | boolean>> = {}, by: 'person' | 'account' | 'text' = 'person') =>
  async ({ ctx }: TestApp): Promise<DeskSample> => {
    const brand = await givenBrand(ctx, { tenant: await givenTenant(ctx) });
    const card = await givenCard(ctx, { brand, balance: 10_000n });
    if (!card.holder) throw new Error('a holder');
    const { id, email } = card.holder;
    await givenWebAccount(ctx, { holder: card.holder, account: card.account });
    const address = { AddressLine1: '12 Wattle St', Suburb: 'Fitzroy', State: 'VIC', PostCode: '3065' };
    await ctx.asOwner("UPDATE holder SET address = $2, home_phone = '+61399990000' WHERE id = $1", [
      id,
      JSON.stringify(address),
    ]);
    const named = {
      person: { person: `holder:${id}` },
      account: { account: card.account.accountNumber },
      text: { text: card.account.accountNumber },
    };
    return {
      tenantId: brand.tenantId,
      input: { ...named[by], ...input },
      state: async () =>
        JSON.stringify(
          await ctx.asOwner(
            `SELECT h.email, h.mobile, h.address, h.surname, (SELECT count(*) FROM staff_note WHERE holder_id = h.id)::int,
                    (SELECT count(*) FROM customer_care WHERE holder_id = h.id)::int AS care
               FROM holder h WHERE h.id = $1`,
            [id],
          ),
        ),
      marked: [card.pan, email, '12 Wattle St', '1990-02-01'],
    };
  };

/** A changed name that its person has disputed. */
const aboutDisputed =
  (isNamed: boolean) =>
  async (test: TestApp): Promise<DeskSample> => {
    const { input, ...sample } = await aboutPerson()(test);
    const [row] = await test.ctx.asOwner<{ id: string }>(
      `INSERT INTO desk_change (tenant_id, brand_id, holder_id, what, undo_hash, made_at, disputed_at)
       SELECT tenant_id, brand_id, id, 'name', sha256(id::text::bytea), $2, $2 FROM holder WHERE id = $1 RETURNING id::text`,
      [String(input['person']).slice('holder:'.length), new Date(test.ctx.clocks.security.now())],
    );
    const state = async () =>
      JSON.stringify(
        await test.ctx.asOwner('SELECT settled_at IS NULL AS waits FROM desk_change WHERE id = $1', [row?.id]),
      );
    return { ...sample, input: isNamed ? { change: row?.id ?? '' } : {}, state };
  };

/** A person whose only contact opted out of texts. */
const aboutUnreached =
  (isNamed: boolean) =>
  async (test: TestApp): Promise<DeskSample> => {
    const { input, ...sample } = await aboutPerson()(test);
    const id = String(input['person']).slice('holder:'.length);
    await test.ctx.asOwner("UPDATE holder SET email = '', mobile = '0400 000 771' WHERE id = $1", [id]);
    const to = '+61400000771';
    const at = new Date(test.ctx.clocks.security.now());
    await test.ctx.asOwner(
      `INSERT INTO contact_mark (tenant_id, holder_id, channel, contact_hash, opted_out_at, case_opened_at)
       VALUES ($1, $2, 'sms', $3, $4, $4)`,
      [sample.tenantId, id, contactHash(test.ctx.secrets, sample.tenantId, { channel: 'sms', to }), at],
    );
    const state = async () =>
      JSON.stringify(await test.ctx.asOwner('SELECT opted_out_at FROM contact_mark WHERE holder_id = $1', [id]));
    return { ...sample, input: isNamed ? { ...input, channel: 'mobile' } : {}, state, marked: [to, '0400 000 771'] };
  };

const LOOKING = { roles: EVERYBODY, needsApproval: false, elsewhere: 'not_found', given: aboutPerson() } as const;
const ACTING = { ...LOOKING, roles: WHO_ACT } as const;
const ASKING = { ...ACTING, needsApproval: true } as const;

export const PERSON_SAMPLES: Readonly<Record<string, Sample>> = {
  ...PRIVACY_SAMPLES,
  'unreached-people': { ...LOOKING, elsewhere: 'no rows', given: aboutUnreached(false) },
  'contact-works': { ...ACTING, given: aboutUnreached(true) },
  search: { ...LOOKING, elsewhere: 'no rows', given: aboutPerson({}, 'text') },
  'search-all': { ...LOOKING, elsewhere: 'no rows', given: aboutPerson({}, 'text') },
  person: LOOKING,
  timeline: LOOKING,
  accounts: LOOKING,
  'account-transactions': { ...LOOKING, given: aboutPerson({}, 'account') },
  holds: { ...LOOKING, given: aboutPerson({}, 'account') },
  'cards-of': LOOKING,
  'messages-of': LOOKING,
  'sign-ins-of': LOOKING,
  'devices-of': LOOKING,
  'documents-of': LOOKING,
  notes: LOOKING,
  'add-note': { ...ACTING, given: aboutPerson({ text: 'Prefers to be called after five' }) },
  'message-person': { ...ACTING, given: aboutPerson({ text: 'Your new card is in the post' }) },
  'flag-person': { ...ACTING, given: aboutPerson({ hardship: true }) },
  'change-contact': { ...ASKING, given: aboutPerson({ channel: 'email', to: 'somebody.new@example.net' }) },
  'change-address': {
    ...ASKING,
    given: aboutPerson({ line1: '1 New St', suburb: 'Carlton', state: 'VIC', postCode: '3053' }),
  },
  'change-name': { ...ASKING, given: aboutPerson({ firstName: 'Ana', surname: 'Newname' }) },
  'view-as': { ...ACTING, given: aboutPerson({ because: 'says the balance is wrong' }) },
  'disputed-changes': { ...LOOKING, elsewhere: 'no rows', given: aboutDisputed(false) },
  'settle-change': { ...ASKING, given: aboutDisputed(true) },
  // Shows what it was asked for and nothing else.
  reveal: { ...ACTING, given: aboutPerson({ detail: 'homePhone', because: 'asked to call back' }) },
};
