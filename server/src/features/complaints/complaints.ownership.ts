import { type FeatureOwnership, NOT_FOUND } from '../../../test-support/ownership/driver.ts';
import type { Caller, World } from '../../../test-support/ownership/world.ts';
import { type Headers, postApi } from '../../../test-support/signed-in.ts';

const BODY = { Subject: 'fee', Words: 'A fee that was not mine', Wish: '', Way: 'email' };
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n').toString('base64');

async function givenComplaint(world: World, _owner: Caller, session: Headers): Promise<string> {
  const opened = await postApi(world, 'complaint/open', session, BODY);
  return opened.json<{ ComplaintId: string }>().ComplaintId;
}

export const ownership: FeatureOwnership = {
  things: { complaint: { make: givenComplaint, refusal: NOT_FOUND } },
  calls: {
    getComplaints: { refusal: 'none' },
    openComplaint: [{ body: BODY }, { body: BODY, without: ['accountNumber', 'Sequence'], refusal: 'none' }],
    answerComplaint: { body: { Text: 'More' } },
    addComplaintFile: { body: { Name: 'letter.pdf', Content: PDF } },
    endComplaint: { body: { How: 'withdrawn' } },
  },
};
