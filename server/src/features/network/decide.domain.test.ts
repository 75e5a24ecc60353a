import { describe, expect, it } from 'vitest';
import type { ProofResults } from '../../outside/processors/purchase-message.ts';
import { CHECKS, checksOf } from './check-order.domain.ts';
import { type Asked, type CardFacts, decide, decideInOrder } from './decide.domain.ts';

const CARD: CardFacts = {
  status: 'Active',
  expiry: '2029-11',
  isVirtual: false,
  contactlessOn: true,
  pinFailures: 0,
  cvv2Failures: 0,
  isCvv2Stopped: false,
  virtualKind: null,
  lockedTo: null,
  spendLimit: null,
  spentToday: 0n,
  rules: {
    contactless: true,
    cardNotPresent: true,
    cash: false,
    gambling: false,
    quasiCash: false,
    contactlessWithoutPinMax: 10_000,
    onlineWithoutCvv2: 'always',
    partialApproval: false,
    balanceInquiry: false,
  },
};
const ASKED: Asked = {
  amount: 1234n,
  expiry: undefined,
  formerExpiry: 'none',
  channel: 'contactless',
  mcc: '5814',
  merchant: { name: 'Corner Cafe', collector: '', acceptor: undefined },
  isStored: false,
  isIncrement: false,
  isInquiry: false,
  isChannelOff: false,
  isCategoryBlocked: false,
  pin: 'none',
  cvv2: 'none',
  isWallet: false,
  takesPin: undefined,
  proofs: undefined,
  threeDs: undefined,
};
const NOTHING_SENT: ProofResults = { pin: 'absent', cvv2: 'absent', expiry: 'absent' };
const ONLINE: Partial<Asked> = { channel: 'online', cvv2: 'right' };

type Changed = Partial<Omit<CardFacts, 'rules'>> & { readonly rules?: Partial<CardFacts['rules']> };

function answerTo(card: Changed, asked: Partial<Asked>): string {
  const facts = { ...CARD, ...card, rules: { ...CARD.rules, ...card.rules } };
  const { decline } = decide(facts, { ...ASKED, ...asked });
  return decline ? `${decline.answer} ${decline.reason}` : '00';
}

const lockedTo = (name: string, collector: string | null, acceptor?: string) => ({ name, collector, acceptor });

describe('a purchase', () => {
  it.each<[string, Changed, Partial<Asked>, string]>([
    ['by tap', {}, {}, '00'],
    ['by tap of exactly 100.00 without a PIN', {}, { amount: 10_000n }, '00'],
    ['by tap of 100.01 without a PIN', {}, { amount: 10_001n }, '55 pinMissing'],
    ['by tap of 100.01 with the PIN', {}, { amount: 10_001n, pin: 'right' }, '00'],
    [
      'by tap above another limit of the product',
      { rules: { contactlessWithoutPinMax: 5_000 } },
      { amount: 5_001n },
      '55 pinMissing',
    ],
    ['with the right expiry', {}, { expiry: '2029-11' }, '00'],
    ['with another expiry', {}, { expiry: '2029-12' }, '54 cardExpired'],
    ['with the expiry of the card before', {}, { expiry: '2026-11', formerExpiry: 'ofOtherShop' }, '54 oldExpiry'],
    [
      'with a stored card at a shop that knew the expiry of before',
      {},
      { ...ONLINE, cvv2: 'none', expiry: '2026-11', formerExpiry: 'ofKnownShop', isStored: true },
      '00',
    ],
    [
      'with a stored card and the expiry of before at another shop',
      {},
      { ...ONLINE, cvv2: 'none', expiry: '2026-11', formerExpiry: 'ofOtherShop', isStored: true },
      '54 oldExpiry',
    ],
    [
      'by hand at a shop that knew the expiry of before',
      {},
      { channel: 'manual', expiry: '2026-11', formerExpiry: 'ofKnownShop', isStored: true },
      '54 oldExpiry',
    ],
    [
      'with the expiry of before of a number that is reported lost',
      { status: 'Lost' },
      { ...ONLINE, expiry: '2026-11', formerExpiry: 'ofKnownShop', isStored: true },
      '41 cardBlocked',
    ],
    ['with a card past its month', { status: 'Expired' }, {}, '54 cardExpired'],
    ['with a card that is off', { status: 'ActiveOff' }, {}, '62 cardOff'],
    ['with a restricted card', { status: 'Restricted' }, {}, '62 cardBlocked'],
    ['with a lost card', { status: 'Lost' }, {}, '41 cardBlocked'],
    ['with a stolen card', { status: 'Stolen' }, {}, '43 cardBlocked'],
    ['with a card that was not issued', { status: 'NotIssued' }, {}, '05 cardNotActive'],
    ['with a card in the mail', { status: 'Ordered' }, {}, '05 cardNotActive'],
    ['with a replaced card', { status: 'Replaced' }, {}, '05 cardBlocked'],
    ['with a closed card', { status: 'Closed' }, {}, '05 cardBlocked'],
    ['with a card that was used up', { status: 'Closed', virtualKind: 'SingleUse' }, {}, '05 cardClosed'],
    ['at the merchant of the card', { lockedTo: lockedTo('CORNER CAFE', '') }, {}, '00'],
    ['at a merchant of a lock that kept no collector', { lockedTo: lockedTo('Corner Cafe', null) }, {}, '00'],
    [
      'through another collector than the card’s',
      { lockedTo: lockedTo('Corner Cafe', 'PAYPAL') },
      {},
      '57 otherMerchant',
    ],
    [
      'at the acceptor of the card, whatever its name is cut to',
      { lockedTo: lockedTo('Corner', '', '000012345') },
      { merchant: { name: 'Corner Cafe', collector: 'SQ', acceptor: '000012345' } },
      '00',
    ],
    [
      'at the product that the card was locked to before',
      { lockedTo: lockedTo('Uber Trip', '') },
      { merchant: { name: 'Uber', readAs: 'Uber Trip', collector: '', acceptor: undefined } },
      '00',
    ],
    ['online with a stored card and no CVV2', {}, { channel: 'online', isStored: true }, '00'],
    [
      'online with a stored card and a wrong CVV2',
      {},
      { channel: 'online', isStored: true, cvv2: 'wrong' },
      '05 wrongSecurityCode',
    ],
    ['at another merchant than the card’s', { lockedTo: lockedTo('Stream Tunes', '') }, {}, '57 otherMerchant'],
    ['by chip without a PIN', {}, { channel: 'chip' }, '55 pinMissing'],
    ['by chip without a PIN where the terminal takes one', {}, { channel: 'chip', takesPin: true }, '55 pinMissing'],
    ['by chip where the terminal takes no PIN', {}, { channel: 'chip', takesPin: false }, '00'],
    ['by stripe where the terminal takes no PIN', {}, { channel: 'magstripe', takesPin: false }, '00'],
    ['by tap of 100.01 where the terminal takes no PIN', {}, { amount: 10_001n, takesPin: false }, '55 pinMissing'],
    ['that asks for the balance', {}, { isInquiry: true, amount: 0n }, '57 other'],
    [
      'that asks for the balance, where the product allows it',
      { rules: { balanceInquiry: true } },
      { isInquiry: true, amount: 0n },
      '00',
    ],
    ['by wallet of 100.01', {}, { amount: 10_001n, isWallet: true }, '00'],
    ['by wallet at a terminal that takes a PIN', {}, { channel: 'chip', isWallet: true, takesPin: true }, '00'],
    ['by wallet of a card without plastic', { isVirtual: true }, { isWallet: true }, '00'],
    [
      'by wallet of a card without plastic, whose plastic switch says nothing',
      { isVirtual: true, contactlessOn: false },
      { isWallet: true },
      '00',
    ],
    ['by wallet with tapping turned off', { contactlessOn: false }, { isWallet: true }, '57 channelOff'],
    [
      'by wallet where the product has no contactless',
      { rules: { contactless: false } },
      { isWallet: true },
      '57 channelOff',
    ],
    ['by wallet with the control turned off', {}, { isWallet: true, isChannelOff: true }, '57 channelOff'],
    ['in an app by wallet', {}, { channel: 'online', isWallet: true }, '00'],
    ['by chip of a card without plastic', { isVirtual: true }, { channel: 'chip', pin: 'right' }, '57 channelOff'],
    [
      'by stripe of a card without plastic',
      { isVirtual: true },
      { channel: 'magstripe', pin: 'right' },
      '57 channelOff',
    ],
    ['by chip without a PIN, in addition to one with it', {}, { channel: 'chip', isIncrement: true }, '00'],
    ['by chip with the PIN', {}, { channel: 'chip', pin: 'right' }, '00'],
    ['by chip with a wrong PIN', {}, { channel: 'chip', pin: 'wrong' }, '55 wrongPin'],
    ['by chip with the second wrong PIN', { pinFailures: 1 }, { channel: 'chip', pin: 'wrong' }, '55 wrongPin'],
    ['by chip with the third wrong PIN', { pinFailures: 2 }, { channel: 'chip', pin: 'wrong' }, '75 pinLocked'],
    [
      'by chip with the right PIN after three wrong ones',
      { pinFailures: 3 },
      { channel: 'chip', pin: 'right' },
      '75 pinLocked',
    ],
    [
      'by chip with a wrong PIN after three wrong ones',
      { pinFailures: 3 },
      { channel: 'chip', pin: 'wrong' },
      '75 pinLocked',
    ],
    ['by tap without a PIN after three wrong ones', { pinFailures: 3 }, {}, '00'],
    ['online with the CVV2', {}, ONLINE, '00'],
    ['online with a wrong CVV2', {}, { channel: 'online', cvv2: 'wrong' }, '05 wrongSecurityCode'],
    ['online without a CVV2', {}, { channel: 'online' }, '05 wrongSecurityCode'],
    ['online with the CVV2 while it is stopped', { isCvv2Stopped: true }, ONLINE, '05 wrongSecurityCode'],
    [
      'typed in with the CVV2 while it is stopped',
      { isCvv2Stopped: true },
      { ...ONLINE, channel: 'manual' },
      '05 wrongSecurityCode',
    ],
    ['typed in without a CVV2 while it is stopped', { isCvv2Stopped: true }, { channel: 'manual' }, '00'],
    ['by tap while the CVV2 is stopped', { isCvv2Stopped: true }, {}, '00'],
    ['by chip while the CVV2 is stopped', { isCvv2Stopped: true }, { channel: 'chip', pin: 'right' }, '00'],
    ['typed in without a CVV2', {}, { channel: 'manual' }, '00'],
    ['online where the product has no remote purchases', { rules: { cardNotPresent: false } }, ONLINE, '57 channelOff'],
    ['by tap with contactless turned off', { contactlessOn: false }, {}, '57 channelOff'],
    ['by tap where the product has no contactless', { rules: { contactless: false } }, {}, '57 channelOff'],
    ['by chip with contactless turned off', { contactlessOn: false }, { channel: 'chip', pin: 'right' }, '00'],
    ['by tap of a card without plastic', { isVirtual: true }, {}, '57 channelOff'],
    ['online of a card without plastic', { isVirtual: true }, ONLINE, '00'],
    ['at a bookmaker', {}, { mcc: '7995' }, '57 categoryRefused'],
    ['at a lottery', {}, { mcc: '7801' }, '57 categoryRefused'],
    ['at a bookmaker with a card that allows it', { rules: { gambling: true } }, { mcc: '7995' }, '00'],
    ['of quasi-cash', {}, { mcc: '6051' }, '57 categoryRefused'],
    ['of quasi-cash with a card that allows it', { rules: { quasiCash: true } }, { mcc: '6051' }, '00'],
    ['of cash at a counter', {}, { mcc: '6010' }, '57 categoryRefused'],
    ['of cash at a machine', {}, { mcc: '6011', channel: 'atm', pin: 'right' }, '57 categoryRefused'],
    [
      'of cash with a card that allows it',
      { rules: { cash: true } },
      { mcc: '6011', channel: 'atm', pin: 'right' },
      '00',
    ],
    ['by a way that its holder has turned off', {}, { isChannelOff: true }, '57 channelOff'],
    ['in a shop of a kind that its holder has blocked', {}, { isCategoryBlocked: true }, '57 categoryRefused'],
    ['up to the limit of the day', { spendLimit: 5_000n, spentToday: 3_766n }, {}, '00'],
    ['a cent over the limit of the day', { spendLimit: 5_000n, spentToday: 3_767n }, {}, '61 overLimit'],
  ])('%s', (_, card, asked, expected) => {
    expect(answerTo(card, asked)).toBe(expected);
  });

  it('is declined for the first check that fails, in the scheme’s order', () => {
    const allWrong: Changed = {
      status: 'ActiveOff',
      pinFailures: 3,
      contactlessOn: false,
      spendLimit: 1n,
    };
    const asked: Partial<Asked> = { expiry: '2020-01', pin: 'wrong', mcc: '7995' };
    expect(answerTo(allWrong, asked)).toBe('54 cardExpired');
    expect(answerTo(allWrong, { ...asked, expiry: undefined })).toBe('62 cardOff');
    expect(answerTo({ ...allWrong, status: 'Active' }, { ...asked, expiry: undefined })).toBe('75 pinLocked');
    expect(answerTo({ ...allWrong, status: 'Active' }, { mcc: '7995' })).toBe('57 channelOff');
    expect(answerTo({ ...allWrong, status: 'Active', contactlessOn: true }, { mcc: '7995' })).toBe(
      '57 categoryRefused',
    );
    expect(answerTo({ ...allWrong, status: 'Active', contactlessOn: true }, {})).toBe('61 overLimit');
  });
});

describe('a purchase whose processor compares', () => {
  const results = (given: Partial<ProofResults>): Partial<Asked> => ({ proofs: { ...NOTHING_SENT, ...given } });
  const online = (given: Partial<ProofResults>, threeDs?: Asked['threeDs']): Partial<Asked> => ({
    channel: 'online',
    threeDs,
    ...results(given),
  });
  const rules = (onlineWithoutCvv2: CardFacts['rules']['onlineWithoutCvv2']): Changed => ({
    rules: { onlineWithoutCvv2 },
  });

  it.each<[string, Changed, Partial<Asked>, string]>([
    ['with another expiry', {}, results({ expiry: 'mismatch' }), '54 cardExpired'],
    ['whose expiry nobody compared', {}, results({ expiry: 'notChecked' }), '00'],
    ['by chip with a wrong PIN', {}, { channel: 'chip', ...results({ pin: 'mismatch' }) }, '05 wrongPin'],
    ['by chip without a PIN', {}, { channel: 'chip', takesPin: true, ...results({}) }, '00'],
    ['by tap of 100.01 without a PIN', {}, { amount: 10_001n, ...results({}) }, '00'],
    [
      'by chip after three wrong PINs here',
      { pinFailures: 3 },
      { channel: 'chip', ...results({ pin: 'match' }) },
      '00',
    ],
    ['online with the CVV2', {}, online({ cvv2: 'match' }), '00'],
    ['online with the CVV2 while ours is stopped', { isCvv2Stopped: true }, online({ cvv2: 'match' }), '00'],
    ['online with a wrong CVV2', {}, online({ cvv2: 'mismatch' }, 'authenticated'), '05 wrongSecurityCode'],
    ['online without a CVV2', {}, online({}), '00'],
    ['online whose CVV2 nobody compared', {}, online({ cvv2: 'notChecked' }), '00'],
    ['online without a CVV2 after 3-D Secure has failed', {}, online({}, 'failed'), '05 notVerified'],
    ['online with the CVV2 after 3-D Secure has failed', {}, online({ cvv2: 'match' }, 'failed'), '00'],
    ['online, only authenticated ones: none', rules('authenticated'), online({}), '05 notVerified'],
    ['online, only authenticated ones: attempted', rules('authenticated'), online({}, 'attempted'), '05 notVerified'],
    ['online, only authenticated ones: authenticated', rules('authenticated'), online({}, 'authenticated'), '00'],
    ['online, never: authenticated', rules('never'), online({}, 'authenticated'), '05 notVerified'],
    ['online, never: with the CVV2', rules('never'), online({ cvv2: 'match' }), '00'],
    ['online, never: with a stored card', rules('never'), { ...online({}), isStored: true }, '00'],
    ['online, never: by wallet', rules('never'), { ...online({}), isWallet: true }, '00'],
    ['typed in without a CVV2', rules('never'), { ...online({}), channel: 'manual' }, '00'],
  ])('%s', (_, card, asked, expected) => {
    expect(answerTo(card, asked)).toBe(expected);
  });

  it('counts no PIN and no CVV2 here', () => {
    for (const given of [{ pin: 'mismatch' }, { cvv2: 'mismatch' }, { pin: 'match', cvv2: 'match' }] as const) {
      const decided = decide({ ...CARD, pinFailures: 2 }, { ...ASKED, ...online(given) });
      expect(decided).toMatchObject({ pinCount: 'same', isWrongCvv2: false });
    }
  });
});

describe('the count of wrong PINs', () => {
  const chip = (pin: Asked['pin']): Asked => ({ ...ASKED, channel: 'chip', pin });

  it('grows with each wrong PIN, up to three', () => {
    expect(decide(CARD, chip('wrong')).pinCount).toBe('counted');
    expect(decide({ ...CARD, pinFailures: 2 }, chip('wrong')).pinCount).toBe('counted');
    expect(decide({ ...CARD, pinFailures: 3 }, chip('wrong')).pinCount).toBe('same');
  });

  it('is reset by a right PIN before the third wrong one, and not after it', () => {
    expect(decide({ ...CARD, pinFailures: 2 }, chip('right')).pinCount).toBe('cleared');
    expect(decide({ ...CARD, pinFailures: 3 }, chip('right')).pinCount).toBe('same');
    expect(decide(CARD, chip('right')).pinCount).toBe('same');
  });

  it('is not changed by a missing PIN or a card that is not active', () => {
    expect(decide(CARD, chip('none')).pinCount).toBe('same');
    expect(decide({ ...CARD, status: 'ActiveOff' }, chip('wrong')).pinCount).toBe('same');
    expect(decide({ ...CARD, status: 'Lost' }, chip('right')).pinCount).toBe('same');
  });
});

describe('the count of wrong CVV2s', () => {
  const online = (cvv2: Asked['cvv2']): Asked => ({ ...ASKED, channel: 'online', cvv2 });
  const together = (card: Partial<CardFacts>, ...asked: readonly Asked[]) =>
    decideInOrder(asked.map((one) => ({ cardId: 7n, card: { ...CARD, ...card }, asked: one, isAdvice: false })));
  const answers = ({ declines }: ReturnType<typeof together>) => declines.map((decline) => decline?.answer ?? '00');

  it('is not reset by a right CVV2, and the fifth wrong one stops the remaining purchases by CVV2', () => {
    const guesses = [online('wrong'), online('right'), ...Array.from({ length: 4 }, () => online('wrong'))];
    const tap: Asked = { ...ASKED, channel: 'contactless' };
    const decided = together({}, ...guesses, online('right'), online('wrong'), tap);
    expect(answers(decided)).toEqual(['05', '00', '05', '05', '05', '05', '05', '05', '00']);
    expect(decided.wrongCvv2s).toEqual(new Map([[7n, 5]]));
    expect(decided.stopped).toEqual(new Set([7n]));
  });

  it('begins with the wrong CVV2s of the last 24 hours, after which one more stops purchases by CVV2 again', () => {
    const decided = together({ cvv2Failures: 5 }, online('right'), online('wrong'), online('right'));
    expect(answers(decided)).toEqual(['00', '05', '05']);
    expect(decided.stopped).toEqual(new Set([7n]));
  });

  it('is not changed by a missing CVV2, a wrong PIN, or a card that is not active or is stopped', () => {
    const counted = (card: Partial<CardFacts>, asked: Asked) => together(card, asked).wrongCvv2s.size;
    expect(counted({}, online('none'))).toBe(0);
    expect(counted({}, { ...online('wrong'), pin: 'wrong' })).toBe(0);
    expect(counted({ status: 'Lost' }, online('wrong'))).toBe(0);
    expect(counted({ isCvv2Stopped: true }, online('wrong'))).toBe(0);
  });
});

it('declines for the first of its checks that fails, in the order that the desk shows', () => {
  const failing: readonly (readonly [Changed, Partial<Asked>])[] = [
    [{}, { expiry: '2029-12' }],
    [{ status: 'ActiveOff' }, {}],
    [{}, { pin: 'wrong' }],
    [{}, { isChannelOff: true }],
    [{}, { isCategoryBlocked: true }],
    [{ lockedTo: lockedTo('Other Shop', null) }, {}],
    [{ spendLimit: 1n }, {}],
  ];
  const shown = failing.map((_, from) => {
    const rest = failing.slice(from);
    const card: Changed = Object.assign({}, ...rest.map(([changed]) => changed));
    const asked: Partial<Asked> = Object.assign({}, ...rest.map(([, changed]) => changed));
    const [, reason] = answerTo(card, asked).split(' ');
    return checksOf('authorise', reason).find(({ result }) => result === 'failed')?.check;
  });
  // The rules and the money come after these.
  expect(shown).toEqual(CHECKS.slice(1, -2));
});
