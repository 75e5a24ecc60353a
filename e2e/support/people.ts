/** People of the demo programme, as in the README's sign-in table. */
export type WebPerson = {
  readonly brand: string;
  readonly username: string;
  readonly password: string;
  readonly firstName: string;
};
export type CardPerson = { readonly brand: string; readonly card: string; readonly accessCode: string };

const PASSWORD = 'Golden-Wattle-2026';

export const amelia: WebPerson = {
  brand: 'wattle',
  username: 'amelia.chen@example.com',
  password: PASSWORD,
  firstName: 'Amelia',
};
export const liWei: WebPerson = {
  brand: 'wattle',
  username: 'li.wei@example.com',
  password: PASSWORD,
  firstName: 'Li',
};
export const ruby: WebPerson = { brand: 'wattle', username: '200100017-01', password: PASSWORD, firstName: 'Ruby' };
export const jack: WebPerson = { brand: 'stumps', username: '200200015', password: PASSWORD, firstName: 'Jack' };
export const aroha: WebPerson = {
  brand: 'tui',
  username: 'aroha.ngata@example.com',
  password: PASSWORD,
  firstName: 'Aroha',
};
export const grace: WebPerson = {
  brand: 'ledgerline',
  username: 'grace.kim@example.com',
  password: PASSWORD,
  firstName: 'Grace',
};

export const priya: WebPerson = {
  brand: 'wattle',
  username: 'priya.nair@example.com',
  password: PASSWORD,
  firstName: 'Priya',
};

export const noah: CardPerson = { brand: 'wattle', card: '9036000000000058', accessCode: '246810' };
export const isla: CardPerson = { brand: 'stumps', card: '10000000181', accessCode: '135246' };
