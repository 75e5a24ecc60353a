import { CODE } from '../../test-support/activation.ts';
import { openAuthenticator } from '../../test-support/authenticator.ts';
import { accessOf, ENTITY, PASSWORD } from '../../test-support/made-up-person.ts';
import { codeIn } from '../../test-support/resets.ts';
import { transferBody } from '../../test-support/transfers.ts';
import { type Actor, callsOf, freshDevice } from './actor.ts';
import { e164, freshEmail, freshMobile, freshPassword, mailOf, type World } from './world.ts';

/** Possible action. Returns a word for the history. */
export type Action = {
  readonly name: string;
  can(world: World, actor: Actor): boolean;
  run(world: World, actor: Actor): Promise<string>;
};

const UNDO = /undoContactChange\/([0-9a-f]{32})/;
const LINK = /\/reset\/([\w-]{43})/;
const found = (world: World, actor: Actor, pattern: RegExp) =>
  mailOf(world, actor).flatMap((text) => pattern.exec(text)?.[1] ?? []);
const isIn = (_world: World, { sessions }: Actor) => sessions.length > 0;
const isInWithPassword = (world: World, actor: Actor) => isIn(world, actor) && actor.passwords.size > 0;
const newest = (of: Set<string>) => [...of].at(-1) ?? '';

/** Latest code for the actor since the mailboxes were counted. */
async function codeSince(world: World, actor: Actor, seen: number): Promise<string> {
  await world.deliver();
  const fresh = { messages: world.messages.slice(seen) };
  return (
    mailOf(fresh, actor)
      .map(codeIn)
      .find((code) => code !== '') ?? '000000'
  );
}

/** Proves identity with the password, like the screen, if a call requires it, and repeats the call. */
async function proved(world: World, actor: Actor, path: string, body: () => Promise<object>) {
  const { own } = callsOf(actor, world.brand);
  const first = await own(path, await body());
  if (first.status !== 428) return first;
  const proof = { Purpose: 'account', Method: 'password', currentpassword: newest(actor.passwords) };
  await own('stepUp/Give', proof);
  return own(path, await body());
}

const signIn: Action = {
  name: 'sign in with the password',
  can: (_world, { names, passwords }) => names.size > 0 && passwords.size > 0,
  async run(world, actor) {
    const { token } = callsOf(actor, world.brand);
    const userName = world.oneOf([...actor.names]);
    return (await token({ grant_type: 'password', userName, password: world.oneOf([...actor.passwords]) })).word;
  },
};

const signInByPasskey: Action = {
  name: 'sign in with a passkey',
  can: (_world, { passkeys }) => passkeys.length > 0,
  async run(world, actor) {
    const { post, token } = callsOf(actor, world.brand);
    const asked = await post('onlineAccount/PasskeyChallenge', { brand: world.brand.identifier });
    const credential = world.oneOf(actor.passkeys).sign(String(asked.body['challenge']));
    return (await token({ grant_type: 'passkey', credential: JSON.stringify(credential) })).word;
  },
};

const signInByPasscode: Action = {
  name: 'sign in with a passcode',
  can: (_world, { passcodes }) => passcodes.length > 0,
  async run(world, actor) {
    const { device, pin } = world.oneOf(actor.passcodes);
    const fields = { grant_type: 'passcode', passcode: pin, userAgent: 'test', deviceId: device };
    return (await callsOf(actor, world.brand).token(fields)).word;
  },
};

const stay: Action = {
  name: 'renew the session',
  can: isIn,
  run: async (world, actor) => (await callsOf(actor, world.brand).own('onlineAccount/GetSignIns', {})).word,
};

const addPasskey: Action = {
  name: 'add a passkey',
  can: isIn,
  async run(world, actor) {
    const { own } = callsOf(actor, world.brand);
    const made = openAuthenticator();
    const answer = await proved(world, actor, 'onlineAccount/AddPasskey', async () => {
      const started = await own('onlineAccount/StartPasskey', {});
      if (started.status !== 200) return { Name: 'My phone', credential: {} };
      return { Name: 'My phone', credential: made.make(started.body as Parameters<typeof made.make>[0]) };
    });
    if (answer.status === 200) actor.passkeys.push(made);
    return answer.word;
  },
};

const addPasscode: Action = {
  name: 'add a passcode',
  can: isIn,
  async run(world, actor) {
    const device = freshDevice();
    const body = { device, pin: '4826', userAgent: 'test' };
    const answer = await proved(world, actor, 'onlineAccount/AddPasscode', async () => body);
    if (answer.status === 200) actor.passcodes.push({ device: device.uuid, pin: '4826' });
    return answer.word;
  },
};

/** Changes a contact with the code sent to it. */
const changeContact = (channel: 'email' | 'mobile'): Action => ({
  name: `change the ${channel}`,
  can: isInWithPassword,
  async run(world, actor) {
    const { own } = callsOf(actor, world.brand);
    const value = channel === 'email' ? freshEmail(actor.name) : freshMobile();
    actor.boxes.add(channel === 'email' ? value : e164(value));
    const seen = world.messages.length;
    const change = channel === 'email' ? { EmailAddress: value } : { Mobile: value };
    const currentpassword = newest(actor.passwords);
    const asked = await own('onlineAccount/UpdateAccessDetails', { ...change, currentpassword });
    if (asked.status !== 200) return asked.word;
    const code = await codeSince(world, actor, seen);
    // Sometimes left unfinished, so that a change is pending during other actions.
    if (world.roll(6) === 0) return 'waits for its code';
    const confirmed = await own('onlineAccount/ConfirmContact', { Channel: channel, code });
    if (confirmed.status === 200) actor.names.add(value);
    return confirmed.word;
  },
});

const changeName: Action = {
  name: 'change the username',
  can: isInWithPassword,
  async run(world, actor) {
    const UserName = `${actor.name}.${world.messages.length}.${world.roll(1_000)}`;
    const body = { UserName, currentpassword: newest(actor.passwords) };
    const answer = await callsOf(actor, world.brand).own('onlineAccount/UpdateAccessDetails', body);
    if (answer.status === 200) actor.names.add(UserName);
    return answer.word;
  },
};

const changeQuestion: Action = {
  name: 'change the security question',
  can: isInWithPassword,
  async run(world, actor) {
    const answer = `${actor.name} answer`;
    const currentpassword = newest(actor.passwords);
    const body = { SecurityQuestion: 2, SecurityQuestionAnswer: answer, currentpassword };
    const answered = await callsOf(actor, world.brand).own('onlineAccount/UpdateAccessDetails', body);
    if (answered.status === 200) actor.answers.add(answer);
    return answered.word;
  },
};

const changePassword: Action = {
  name: 'change the password',
  can: isInWithPassword,
  async run(world, actor) {
    const newPassword = freshPassword(actor.name);
    const body = { oldPassword: newest(actor.passwords), newPassword };
    const answer = await callsOf(actor, world.brand).own('onlineAccount/ChangePassword', body);
    if (answer.status === 200) actor.passwords.add(newPassword);
    return answer.word;
  },
};

const endOthers: Action = {
  name: 'end all other sessions',
  can: isIn,
  run: async (world, actor) => (await callsOf(actor, world.brand).own('onlineAccount/EndOtherSignIns', {})).word,
};

export const undo: Action = {
  name: 'undo a change of contact',
  can: (world, actor) => found(world, actor, UNDO).length > 0,
  async run(world, actor) {
    const token = world.oneOf(found(world, actor, UNDO));
    return (await callsOf(actor, world.brand).post('onlineAccount/UndoContactChange', { token })).word;
  },
};

/** Steps of a reset with its token: answer, code if one is sent, password. */
async function finishReset(world: World, actor: Actor, token: string): Promise<string> {
  const { post } = callsOf(actor, world.brand);
  await post('onlineAccount/VerifyToken', { token });
  for (const answer of [...actor.answers].toReversed().concat(actor.answers.size === 0 ? ['a guess'] : [])) {
    const seen = world.messages.length;
    const answered = await post('onlineAccount/VerifyAnswer', { token, answer });
    if (answered.status === 200 || answered.word !== '20051') {
      const code = await codeSince(world, actor, seen);
      if (code !== '000000') await post('onlineAccount/VerifyResetCode', { token, code });
    }
    const newPassword = freshPassword(actor.name);
    const done = await post('onlineAccount/ResetPassword', { token, answer, newPassword });
    if (done.status === 200) actor.passwords.add(newPassword);
    if (done.status === 200) return 'ok';
  }
  return 'refused';
}

const resetByLink: Action = {
  name: 'reset the password by a link',
  can: (_world, { names, boxes }) => names.size > 0 && boxes.size > 0,
  async run(world, actor) {
    const seen = world.messages.length;
    const username = world.oneOf([...actor.names]);
    await callsOf(actor, world.brand).post('onlineAccount/RequestResetPassword', { username });
    await world.deliver();
    const [token] = found({ ...world, messages: world.messages.slice(seen) }, actor, LINK);
    return token === undefined ? 'no link came' : finishReset(world, actor, token);
  },
};

const followLink: Action = {
  name: 'follow a link to a new password',
  can: (world, actor) => found(world, actor, LINK).length > 0,
  run: async (world, actor) => finishReset(world, actor, world.oneOf(found(world, actor, LINK))),
};

const resetByNumber: Action = {
  name: 'reset the password by the account number',
  can: () => true,
  async run(world, actor) {
    const { post, token } = callsOf(actor, world.brand);
    const { accountNumber } = world.account;
    const opened = await token({ grant_type: 'accountnumber', accountNumber });
    const begun = await post('onlineAccount/RequestResetPassword', {
      accountToken: String(opened.body['access_token']),
    });
    return begun.status === 200 ? finishReset(world, actor, String(begun.body['token'])) : begun.word;
  },
};

const signUp: Action = {
  name: 'sign up by the account number',
  can: () => true,
  async run(world, actor) {
    const { post } = callsOf(actor, world.brand);
    const sure = { accountId: world.account.accountNumber, brandIdentifier: world.brand.identifier };
    const seen = world.messages.length;
    const begun = await post('brand/SendSignUpCode', sure);
    if (begun.status !== 200) return begun.word;
    const token = String(begun.body['token']);
    const code = await codeSince(world, actor, seen);
    await post('brand/VerifySignUpCode', { ...sure, token, code });
    const [username, password] = [`${actor.name}.login.${seen}`, freshPassword(actor.name)];
    const made = await post('brand/SetupWebAccount', { ...sure, token, username, password, acceptedPDS: true });
    const isMade = made.status === 200 && JSON.stringify(made.body).includes('true');
    if (isMade) actor.names.add(username);
    if (isMade) actor.passwords.add(password);
    return isMade ? 'ok' : 'refused';
  },
};

/** With the code of a card: a new login, or the existing one. */
const activate: Action = {
  name: 'activate a card',
  can: (world, actor) => actor === world.owner,
  async run(world, actor) {
    const { post, token, own } = callsOf(actor, world.brand);
    const { pan: cardNumber } = world.newCard;
    const opened = await token({ grant_type: 'verifyactivation', cardNumber, activationCode: CODE });
    const activationToken = String(opened.body['access_token']);
    const step = (path: string, body: object) => post(path, body, { authorization: `Bearer ${activationToken}` });
    const email = freshEmail('activated');
    const seen = world.messages.length;
    const entered = await step('onlineAccount/Verify', accessOf(email));
    if (entered.status !== 200) {
      const known = { userName: newest(actor.names), password: newest(actor.passwords) };
      await token({ grant_type: 'password', ...known, activationToken });
      return (await own('card/activate', { pin: '4826' })).word;
    }
    await step('onlineAccount/SaveEntityDetails', { ...ENTITY, Mobile: freshMobile() });
    await step('onlineAccount/GiveConsent', {
      AcceptedDisclosures: true,
      AcceptedIdentityCheck: true,
      ProductMarketingEmail: true,
    });
    const done = await step('card/activate', { pin: '4826' });
    if (done.status !== 200) return done.word;
    actor.boxes.add(email);
    for (const name of [email, String(done.body['LoginName'])]) actor.names.add(name);
    actor.passwords.add(PASSWORD);
    await codeSince(world, actor, seen);
    return done.word;
  },
};

/** Pays to the thief's own account: held as a first payment, or scheduled. */
const pay = (name: string, dates: (today: Date) => object): Action => ({
  name,
  can: isIn,
  async run(world, actor) {
    const today = new Date(world.ctx.clocks.business.now());
    const body = transferBody(world.account, world.mule.account, { Amount: 20, ...dates(today) });
    const headers = { 'idempotency-key': `${world.account.accountNumber}-${world.log.length}-key` };
    return (await callsOf(actor, world.brand).own('transfer/internal', body, headers)).word;
  },
});
const dayAfter = (today: Date, days: number) =>
  new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
const payNow = pay('pay the thief', () => ({ PaymentFrequency: 20 }));
const payLater = pay('pay the thief in three days', (today) => ({
  PaymentFrequency: 21,
  FutureDate: dayAfter(today, 3),
}));
const payWeekly = pay('pay the thief every week', (today) => ({
  PaymentFrequency: 1,
  StartDate: dayAfter(today, 2),
  NoOfPayments: 3,
}));

export const SIGN_INS: readonly Action[] = [signIn, signInByPasskey, signInByPasscode];
const ACCESS = [...SIGN_INS, stay, addPasskey, addPasscode];
const CHANGES = [
  changeContact('email'),
  changeContact('email'),
  changeContact('mobile'),
  changeQuestion,
  changePassword,
  changeName,
];

export const THIEF_ACTIONS: readonly Action[] = [
  ...ACCESS,
  ...CHANGES,
  ...CHANGES,
  endOthers,
  undo,
  resetByLink,
  followLink,
  resetByNumber,
  signUp,
  payNow,
  payLater,
  payWeekly,
];
export const OWNER_ACTIONS: readonly Action[] = [signIn, stay, addPasskey, changeContact('email'), signUp, activate];
/** Actions that end all access of a thief. */
export const RECOVERIES: readonly Action[] = [undo, undo, resetByLink, resetByNumber];
/** Actions that the thief tries at the end, all of them. */
export const LAST_TRIES: readonly Action[] = [
  signInByPasskey,
  signInByPasscode,
  undo,
  followLink,
  resetByLink,
  resetByNumber,
  signUp,
];
