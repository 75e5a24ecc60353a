import type { TestApp } from '../app.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { givenUser } from '../signed-in.ts';

/** A person with a card; the file has what is masked elsewhere, in base64. */
async function givenPerson(test: TestApp): Promise<DeskSample> {
  const { card, holder } = await givenUser(test.ctx, {});
  return {
    tenantId: card.account.brand.tenantId,
    input: { person: `holder:${holder.id}`, why: 'Asked for it', format: 'csv' },
    state: async () => '',
    marked: [card.pan],
  };
}

/** Samples of the data of one person. */
export const PRIVACY_SAMPLES: Readonly<Record<string, Sample>> = {
  'export-person': { roles: ['manager'], needsApproval: false, elsewhere: 'not_found', given: givenPerson },
};
