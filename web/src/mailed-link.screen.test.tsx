import { getLetterCard } from '@wattle/contract/activation/letter.ts';
import { followComplaint } from '@wattle/contract/complaints/complaint.ts';
import { verifyToken } from '@wattle/contract/reset/reset.ts';
import { getCollection } from '@wattle/contract/store/collection.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { expectAt, title } from '../test-support/by-hand.ts';
import { refuse } from '../test-support/given-server.ts';
import { openScreen } from '../test-support/open-screen.tsx';
import { closeLetter } from './features/activation/letter.ts';
import { endReset } from './features/reset/reset-session.ts';
import { paths } from './paths.ts';
import { FEATURE_ROUTES } from './routes.ts';

const SECRET = 'f'.repeat(32);

/** Links with a secret, and where they lead. */
const LINKS = [
  [paths.resetLink(), paths.reset()],
  [paths.undoContactLink(), paths.undoContact()],
  [paths.letterLink(), paths.cardActivate()],
  [paths.storeCollectLink(), paths.storeCollect()],
  [paths.complaintLink(), paths.complaintStatus()],
] as const;

/** Addresses that keep their parameter: a row of one's own, and a link that is there to be passed on. */
const NO_SECRET: readonly string[] = [
  paths.dispute(),
  paths.merchant(),
  paths.reportScam(),
  paths.payByLink(),
  paths.scheduledPayment(),
  paths.changeScheduled(),
];

/** The tab holds them, whatever page is opened next. */
afterEach(() => {
  closeLetter();
  endReset();
  vi.restoreAllMocks();
});

const CASES = LINKS.flatMap(([link, to]) => [false, true].map((isBlocked) => ({ link, to, isBlocked })));

test.each(CASES)('$link keeps its secret out of the address, storage blocked: $isBlocked', async (one) => {
  refuse(getLetterCard, 'token_invalid');
  refuse(verifyToken, 'token_invalid');
  refuse(getCollection, 'token_invalid');
  refuse(followComplaint, 'token_invalid');
  const before = window.history.length;
  if (one.isBlocked) {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Blocked', 'SecurityError');
    });
  }
  await openScreen(one.link.replace(/:\w+/, SECRET));
  await expectAt(one.to);
  await expect.element(title).toBeVisible();
  expect(window.location.href).not.toContain(SECRET);
  expect(JSON.stringify(window.history.state)).not.toContain(SECRET);
  // The entry of the link is replaced, so Back does not come to it.
  expect(window.history.length).toBe(before);
});

test('an address with a parameter says whether it is a secret', () => {
  const parameters = FEATURE_ROUTES.map(({ path }) => path).filter((path) => path.includes(':'));
  const known: readonly string[] = [...LINKS.map(([link]) => link), ...NO_SECRET];
  expect(parameters.filter((path) => !known.includes(path))).toEqual([]);
});
