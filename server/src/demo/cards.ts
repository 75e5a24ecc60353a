/** Member accounts and cards of the demo, in the order of its table. */
export type DemoAccount = {
  readonly number: string;
  readonly brand: string;
  /** Key of the person who owns it; absent: it has no holder yet. */
  readonly owner?: string;
  readonly isClosed?: true;
};

export type DemoCard = {
  readonly pan: string;
  readonly cardId: string;
  readonly account: string;
  /** Number of its product: `products/`. */
  readonly product: number;
  /** Key of the person who holds it. */
  readonly holder?: string;
  readonly status: 'Active' | 'ActiveOff' | 'NotIssued' | 'Ordered' | 'Restricted';
  readonly isDefault?: true;
  readonly isAllocated?: true;
  readonly hasExpired?: true;
  readonly accessCode?: string;
  readonly activationCode?: string;
  readonly activationCheck?: 'ekyc' | 'maidenName' | 'questions' | 'terms';
  /** Cents a day. */
  readonly spendLimit?: bigint;
};

export const ACCOUNTS: readonly DemoAccount[] = [
  { number: '200100017', brand: 'wattle', owner: 'amelia' },
  { number: '200100058', brand: 'wattle', owner: 'amelia' },
  { number: '200100066', brand: 'wattle', owner: 'amelia' },
  { number: '200100033', brand: 'wattle', owner: 'noah' },
  { number: '200100025', brand: 'wattle', owner: 'liWei' },
  { number: '200100090', brand: 'wattle' },
  { number: '200100108', brand: 'wattle' },
  { number: '200100116', brand: 'wattle', owner: 'newByName' },
  { number: '200100124', brand: 'wattle', owner: 'newByQuestions' },
  { number: '200100132', brand: 'wattle' },
  { number: '200200015', brand: 'stumps', owner: 'jack' },
  { number: '200300013', brand: 'tui', owner: 'aroha' },
  { number: '200400011', brand: 'ledgerline', owner: 'grace' },
  { number: '200400029', brand: 'ledgerline', owner: 'grace' },
  { number: '200100140', brand: 'wattle' },
  { number: '200100041', brand: 'wattle', owner: 'tom' },
  { number: '200200023', brand: 'stumps', owner: 'isla' },
  { number: '200100082', brand: 'wattle', owner: 'liWei' },
  { number: '200100074', brand: 'wattle', owner: 'noah' },
  { number: '200400037', brand: 'ledgerline' },
  { number: '200100207', brand: 'wattle', owner: 'priya' },
  { number: '200200031', brand: 'stumps' },
  { number: '100200300', brand: 'stumps', owner: 'memberCurrent' },
  { number: '100200301', brand: 'stumps', owner: 'memberWithLogin' },
  { number: '100200302', brand: 'stumps', owner: 'memberClosed', isClosed: true },
];

/** Fields of a demo card besides number, id, account, product and status. */
type More = Omit<DemoCard, 'pan' | 'cardId' | 'account' | 'product' | 'status'>;
type Row = readonly [
  pan: string,
  cardId: string,
  account: string,
  product: number,
  status: DemoCard['status'],
  more?: More,
];

const ROWS: readonly Row[] = [
  ['9036000000000017', '10000000017', '200100017', 1, 'Active', { holder: 'amelia', isDefault: true }],
  ['9036000000000025', '10000000025', '200100058', 2, 'Active', { holder: 'amelia' }],
  [
    '9036000000000033',
    '10000000033',
    '200100066',
    3,
    'Ordered',
    { holder: 'amelia', isAllocated: true, activationCode: '135790' },
  ],
  [
    '9036000000000041',
    '10000000041',
    '200100017',
    1,
    'Active',
    { holder: 'ruby', isDefault: true, spendLimit: 50_00n },
  ],
  [
    '9036000000000058',
    '10000000058',
    '200100033',
    4,
    'Active',
    { holder: 'noah', isDefault: true, accessCode: '246810' },
  ],
  ['9036000000000066', '10000000066', '200100025', 5, 'Active', { holder: 'liWei', isDefault: true }],
  ['9036000000000074', '10000000074', '200100090', 1, 'NotIssued', { activationCode: '112358' }],
  [
    '9036000000000082',
    '10000000082',
    '200100108',
    1,
    'NotIssued',
    { activationCode: '223606', activationCheck: 'ekyc' },
  ],
  [
    '9036000000000090',
    '10000000090',
    '200100116',
    1,
    'NotIssued',
    { holder: 'newByName', activationCode: '314159', activationCheck: 'maidenName' },
  ],
  [
    '9036000000000108',
    '10000000108',
    '200100124',
    1,
    'NotIssued',
    { holder: 'newByQuestions', activationCode: '271828', activationCheck: 'questions' },
  ],
  ['9036000000000116', '10000000116', '200100132', 4, 'Active', { accessCode: '161803' }],
  ['9036000000000124', '10000000124', '200200015', 6, 'Active', { holder: 'jack', isDefault: true }],
  ['9036000000000132', '10000000132', '200300013', 8, 'ActiveOff', { holder: 'aroha', isDefault: true }],
  ['9036000000000140', '10000000140', '200400011', 9, 'Restricted', { holder: 'grace', isDefault: true }],
  ['9036000000000173', '10000000173', '200400029', 9, 'Active', { holder: 'grace' }],
  ['9036001000000000012', '10000000157', '200100140', 1, 'NotIssued', { activationCode: '173205' }],
  [
    '9036000000000165',
    '10000000165',
    '200100041',
    5,
    'Active',
    { holder: 'tom', isDefault: true, accessCode: '864209' },
  ],
  [
    '9036000000000181',
    '10000000181',
    '200200023',
    7,
    'Active',
    { holder: 'isla', isDefault: true, accessCode: '135246' },
  ],
  [
    '9036000000000199',
    '10000000199',
    '200100082',
    1,
    'NotIssued',
    { holder: 'liWei', isAllocated: true, activationCode: '141421' },
  ],
  ['9036000000000207', '10000000207', '200100074', 4, 'Active', { holder: 'noah', hasExpired: true }],
  [
    '9036000000000215',
    '10000000215',
    '200400037',
    9,
    'NotIssued',
    { activationCode: '161616', activationCheck: 'terms' },
  ],
  ['9036000000000223', '10000000223', '100200300', 6, 'Active', { holder: 'memberCurrent', isDefault: true }],
  ['9036000000000231', '10000000231', '200100207', 1, 'Active', { holder: 'priya', isDefault: true }],
  ['9036000000000249', '10000000249', '200200031', 6, 'NotIssued', { activationCode: '173206' }],
];

export const CARDS: readonly DemoCard[] = ROWS.map(([pan, cardId, account, product, status, more]) => ({
  pan,
  cardId,
  account,
  product,
  status,
  ...more,
}));
