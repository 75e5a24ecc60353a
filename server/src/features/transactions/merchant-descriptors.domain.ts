/**
 * Merchants and collectors as card networks name them. A network cuts a name to some 22 to 25 characters and sets it in
 * capitals; the merchant adds a product, an order or a telephone number.
 */

/** Collects payments for many merchants, and puts its code and a star before the name of the merchant. */
export type Collector = { readonly codes: readonly string[]; readonly name: string; readonly source: string };

const SQUARE = 'https://developer.squareup.com/docs/payments-api/take-payments/card-payments/statement-descriptions';
const PAYPAL = 'https://developer.paypal.com/api/nvp-soap/do-capture-nvp/';
const SUMUP = 'https://help.sumup.com/en-GB/articles/1ToHa655qh4GVouWdl2z4d-customise-business-name-bank-statement';
const ZETTLE = 'https://www.londonbusinessmag.co.uk/what-is-zettle-on-my-bank-statement/';
const PADDLE = 'https://paddle.com/support/what-will-customers-see-on-their-statement/';
const CHARGE_LOOKUP = 'https://www.chargelookupnow.com/articles/charges-that-look-like-fraud';
const BUDGETLY = 'https://www.budgetly.com.au/resources/what-is-this-charge/';

export const COLLECTORS: readonly Collector[] = [
  { codes: ['SQ'], name: 'Square', source: SQUARE },
  { codes: ['SQU'], name: 'Square', source: CHARGE_LOOKUP },
  { codes: ['PAYPAL', 'PP'], name: 'PayPal', source: PAYPAL },
  { codes: ['SP'], name: 'Shopify', source: BUDGETLY },
  { codes: ['TST'], name: 'Toast', source: CHARGE_LOOKUP },
  { codes: ['CLP'], name: 'Clover', source: CHARGE_LOOKUP },
  { codes: ['SUMUP'], name: 'SumUp', source: SUMUP },
  { codes: ['SMP'], name: 'SumUp', source: 'https://www.sumup.com/en-au/' },
  { codes: ['ZETTLE', 'ZETTLE_', 'IZETTLE', 'IZ'], name: 'Zettle', source: ZETTLE },
  { codes: ['PADDLE.NET'], name: 'Paddle', source: PADDLE },
  { codes: ['ZLR'], name: 'Zeller', source: 'https://www.myzeller.com/' },
  { codes: ['EZI'], name: 'Ezidebit', source: 'https://www.ezidebit.com/en-au/' },
];

/** Bills under its own name, with the product after the star: one merchant, with any product. */
export type BillingCompany = { readonly codes: readonly string[]; readonly name: string; readonly source: string };

export const BILLING_COMPANIES: readonly BillingCompany[] = [
  {
    codes: ['UBER'],
    name: 'Uber',
    source: 'https://explaincharges.com/how-do-uber-payments-show-up-on-bank-statement/',
  },
  { codes: ['GOOGLE'], name: 'Google', source: 'https://support.google.com/paymentscenter/answer/9003663' },
  { codes: ['ADOBE'], name: 'Adobe', source: 'https://www.whatisthischarge.net/blog/what-is-adobe-cc' },
  { codes: ['OPENAI'], name: 'OpenAI', source: BUDGETLY },
  {
    codes: ['APPLE'],
    name: 'Apple',
    source: 'https://decodemycharge.com/articles/why-bank-charges-look-cryptic',
  },
  {
    codes: ['DISNEY'],
    name: 'Disney',
    source: 'https://decodemycharge.com/articles/why-bank-charges-look-cryptic',
  },
];

/**
 * A merchant by how its descriptors begin, in capitals and without blanks around a star. A letter may not follow, so
 * GAP is not GAPING HILL. The longest beginning decides.
 */
export type KnownMerchant = readonly [beginning: string, name: string];

type Source = { readonly url: string; readonly merchants: readonly KnownMerchant[] };

/** Each list with the public page that says so. */
const SOURCES: readonly Source[] = [
  {
    url: 'https://support.google.com/paymentscenter/answer/9003663',
    merchants: [
      ['GOOGLE*ADS', 'Google Ads'],
      ['GOOGLE*CLOUD', 'Google Cloud'],
      ['GOOGLE*DEVICES', 'Google Store'],
      ['GOOGLE*GOOGLE STORE', 'Google Store'],
      ['GOOGLE*DOMAINS', 'Google Domains'],
      ['GOOGLE*GOOGLE PLAY', 'Google Play'],
      ['GOOGLE*PLAY', 'Google Play'],
      ['GOOGLE*WORKSPACE', 'Google Workspace'],
      ['GOOGLE*VOICE', 'Google Voice'],
      ['GOOGLE*WALLET', 'Google Pay'],
      ['GOOGLE*YOUTUBE VIDEOS', 'YouTube Movies'],
    ],
  },
  {
    // The newer page: storage was sold as Google Drive before.
    url: 'https://support.google.com/googlepay/answer/7644142',
    merchants: [
      ['GOOGLE*GOOGLE STORAGE', 'Google One'],
      ['GOOGLE WORKSPACE', 'Google Workspace'],
      ['GOOGLE STORE', 'Google Store'],
    ],
  },
  {
    url: 'https://charges.renlab.ai/descriptor/google-youtubepremium',
    merchants: [
      ['GOOGLE*YOUTUBEPREMIUM', 'YouTube Premium'],
      ['GOOGLE*GSUITE', 'Google Workspace'],
    ],
  },
  {
    url: 'https://transactionlookup.com/blog/common-confusing-bank-statement-codes',
    merchants: [['AMZN MKTP', 'Amazon Marketplace']],
  },
  {
    url: 'https://mybankstatementanalysis.com/unknown-charge-explainer',
    merchants: [
      ['AMAZON.COM', 'Amazon'],
      ['AMZNPRIME', 'Amazon Prime'],
      ['AMAZON RETA', 'Amazon'],
      ['AMAZON DIGITAL', 'Amazon Digital'],
      ['AMZN DIGITAL', 'Amazon Digital'],
    ],
  },
  {
    url: 'https://explaincharges.com/how-do-uber-payments-show-up-on-bank-statement/',
    merchants: [
      ['UBER*TRIP', 'Uber Trip'],
      ['UBER TRIP', 'Uber Trip'],
      ['UBER*EATS', 'Uber Eats'],
      ['UBER EATS', 'Uber Eats'],
    ],
  },
  {
    url: 'https://decodemycharge.com/articles/why-bank-charges-look-cryptic',
    merchants: [
      ['ROADGET BUSINESS', 'Shein'],
      ['GOOGLE*GSTORAGE', 'Google One'],
      ['DISNEY*PLUS', 'Disney+'],
      ['DISNEY PLUS', 'Disney+'],
      ['APPLE*MUSIC', 'Apple Music'],
      ['APPLE*TV', 'Apple TV'],
      ['JUST-EAT.CO.UK', 'Just Eat'],
      ['MTCH GROUP', 'Match Group'],
    ],
  },
  {
    url: 'https://www.decodemycharge.com/',
    merchants: [
      ['NF*NETFLIX.COM', 'Netflix'],
      ['DPLUS*DISNEY', 'Disney+'],
      ['AMZN*PRIME', 'Amazon Prime'],
    ],
  },
  {
    url: BUDGETLY,
    merchants: [
      ['APPLE.COM/BILL', 'Apple'],
      ['OPENAI*CHATGPT', 'ChatGPT'],
      ['OPENAI', 'OpenAI'],
      ['OFFICEWORKS', 'Officeworks'],
    ],
  },
  {
    url: 'https://github.com/shreyakumari0301/tally/blob/d945a69d90ec9762d7b27b1379406fb259cbd6ee/src/budget_analyzer/merchant_utils.py',
    merchants: [
      ['AIRBNB', 'Airbnb'],
      ['ALIEXPRESS', 'AliExpress'],
      ['AMAZON PRIME', 'Amazon Prime'],
      ['PRIME VIDEO', 'Prime Video'],
      ['ASOS', 'ASOS'],
      ['AUDIBLE', 'Audible'],
      ['BOOKING.COM', 'Booking.com'],
      ['HOTELS.COM', 'Hotels.com'],
      ['DOORDASH', 'DoorDash'],
      ['DROPBOX', 'Dropbox'],
      ['EASYJET', 'EasyJet'],
      ['EBAY', 'eBay'],
      ['ETSY', 'Etsy'],
      ['EXPEDIA', 'Expedia'],
      ['GITHUB', 'GitHub'],
      ['IKEA', 'IKEA'],
      ['JETBLUE', 'JetBlue'],
      ['KFC', 'KFC'],
      ['LYFT', 'Lyft'],
      ['MCDONALDS', "McDonald's"],
      ["MCDONALD'S", "McDonald's"],
      ['MICROSOFT', 'Microsoft'],
      ['MSBILL', 'Microsoft'],
      ['NETFLIX', 'Netflix'],
      ['PARAMOUNT PLUS', 'Paramount+'],
      ['QANTAS', 'Qantas'],
      ['SHEIN', 'Shein'],
      ['SPOTIFY', 'Spotify'],
      ['STARBUCKS', 'Starbucks'],
      ['TEMU', 'Temu'],
      ['TRIPADVISOR', 'TripAdvisor'],
      ['UNIQLO', 'Uniqlo'],
      ['ZOOM.US', 'Zoom'],
    ],
  },
  {
    url: 'https://explaincharges.com/?p=8164',
    merchants: [
      ['FACEBK', 'Facebook'],
      ['META*FACEBK', 'Facebook'],
    ],
  },
];

/** Longest beginning first. */
export const KNOWN_MERCHANTS: readonly KnownMerchant[] = SOURCES.flatMap(({ merchants }) => merchants).toSorted(
  ([one], [other]) => other.length - one.length,
);
