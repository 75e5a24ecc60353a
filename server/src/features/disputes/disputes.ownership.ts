import { type FeatureOwnership, NOT_FOUND } from '../../../test-support/ownership/driver.ts';
import type { Caller, World } from '../../../test-support/ownership/world.ts';
import { type Headers, postApi } from '../../../test-support/signed-in.ts';
import { givenPurchase } from '../transactions/transactions.ownership.ts';

const REASON = { Reason: 'notMine', Explanation: 'Not I' };
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n').toString('base64');

async function givenDispute(world: World, owner: Caller, session: Headers): Promise<string> {
  const Sequence = await givenPurchase(world, owner);
  const { accountNumber } = owner.card.account;
  const opened = await postApi(world, 'dispute/open', session, { accountNumber, Sequence, ...REASON });
  return opened.json<{ DisputeId: string }>().DisputeId;
}

export const ownership: FeatureOwnership = {
  things: { dispute: { make: givenDispute, refusal: NOT_FOUND } },
  calls: {
    openDispute: {
      // A payment has one open dispute, so other holders of the account use another payment than the owner.
      ask: async (world, owner) => {
        const [own, others] = [await givenPurchase(world, owner), await givenPurchase(world, owner)];
        const { accountNumber } = owner.card.account;
        return {
          request: (caller) => ({
            body: { accountNumber, Sequence: caller === owner ? own : others, ...REASON },
          }),
        };
      },
    },
    answerDispute: { body: { Text: 'More' } },
    addDisputeFile: { body: { Name: 'receipt.pdf', Content: PDF } },
  },
};
