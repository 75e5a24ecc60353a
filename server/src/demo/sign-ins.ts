/** The people of the demo programme as the terminal lists them. Their secrets are public on purpose. */
type SignIn = {
  readonly who: string;
  readonly brand: string;
  readonly name: string;
  readonly secret: string;
  readonly what: string;
};

/** Password of every web account of the demo programme. */
const PASSWORD = 'Golden-Wattle-2026';

export const SIGN_INS: readonly SignIn[] = [
  {
    who: 'Amelia Chen',
    brand: 'wattle',
    name: 'amelia.chen@example.com',
    secret: PASSWORD,
    what: 'three cards, 18 months of history',
  },
  {
    who: 'Li Wei',
    brand: 'wattle',
    name: 'li.wei@example.com',
    secret: PASSWORD,
    what: 'prefers Chinese, not verified',
  },
  { who: 'Ruby Taylor', brand: 'wattle', name: '200100017-01', secret: PASSWORD, what: "nominee on Amelia's account" },
  {
    who: 'Noah Williams',
    brand: 'wattle',
    name: 'card 9036000000000058',
    secret: '246810',
    what: 'gift card, card only',
  },
  {
    who: 'Tom Reed',
    brand: 'wattle',
    name: 'card 9036000000000165',
    secret: '864209',
    what: 'upgradeable card, card only',
  },
  {
    who: 'Priya Nair',
    brand: 'wattle',
    name: 'priya.nair@example.com',
    secret: PASSWORD,
    what: 'not verified, a reloadable card',
  },
  { who: 'Jack Martin', brand: 'stumps', name: '200200015', secret: PASSWORD, what: 'club member' },
  { who: 'Isla Brown', brand: 'stumps', name: 'card id 10000000181', secret: '135246', what: 'gift card, card only' },
  { who: 'Aroha Ngata', brand: 'tui', name: 'aroha.ngata@example.com', secret: PASSWORD, what: 'a card that is off' },
  {
    who: 'Grace Kim',
    brand: 'ledgerline',
    name: 'grace.kim@example.com',
    secret: PASSWORD,
    what: 'an active and a restricted card',
  },
];
