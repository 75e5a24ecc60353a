import { EMAIL_ADDRESS } from '@wattle/contract/rules/email-address.ts';
import { holdsCardNumber } from '@wattle/contract/rules/card-numbers.ts';
import { isBusinessNumber } from '@wattle/contract/rules/pay-id.ts';
import { phoneInPaste, phoneText } from '@wattle/contract/rules/mobile-number.ts';
import { digitsText, emailText, inPlainForm, lineText, plainSigns } from '@wattle/contract/rules/typed-text.ts';

/** A payee as a typed or pasted text describes it. A part that the text does not have is empty. */
export type TypedPayee = {
  /** A name that the text calls one. */
  readonly name: string;
  readonly bsb: string;
  readonly account: string;
  readonly billerCode: string;
  readonly reference: string;
  /** The digits of a text that is one number without a label. */
  readonly number: string;
  /** The kind of number is written beside it, or plain from how it is written. */
  readonly isSure: boolean;
  /** Kind of the whole text, where it is one of these. */
  readonly is: 'card' | 'mobile' | 'email' | 'business' | null;
  /** The number or address that it is; empty for a card, of which nothing is kept. */
  readonly text: string;
};

const NOTHING: TypedPayee = {
  name: '',
  bsb: '',
  account: '',
  billerCode: '',
  reference: '',
  number: '',
  isSure: false,
  is: null,
  text: '',
};

const word = (words: string) => `(?<![a-z])(?:${words})(?![a-z])`;
/** Labels of people, banks and bills, and numbers in groups. The first that fits counts, so a name is before an account. */
const PARTS = new RegExp(
  [
    `(?<bsb>${word('bsb')})`,
    `(?<biller>${word('biller|bpay')}|机构代码|机构编号|缴费机构|收款机构)`,
    `(?<reference>${word('reference|ref|crn')}|参考编?号|客户号|账单号)`,
    `(?<name>${word('(?:account|acct?|a/c)\\.? ?(?:name|holder)|payee|name(?= ?:)')}|户名|姓名|收款人|[账帐]户名称?)`,
    `(?<account>${word('account|acct?|a/c')}|[账帐]号|账户|帐户|賬號|户口)`,
    `(?<other>${word('amount|total|due|date|phone|mobile|tel|abn|invoice|inv')}|金额|日期|电话|手机|发票|\\$)`,
    '(?<digits>\\d(?:[ .-]{0,2}\\d)*)',
  ].join('|'),
  'giu',
);

/** A BSB with an account after it, `062-000 1234 5678`. */
const BANK = /(?<!\d[ -]?)(\d{3})([ -]?)(\d{3})[ ,:;/|·、-]{1,3}(\d(?:[ -]?\d)*)(?!\d)/;
/** The same without anything between them. */
const BANK_AS_ONE = /^(\d{6})(\d{6,8})$/;
const IN_THREES = /^\d{3} \d{3} \d{3}$/;
const BSB = /^\d{6}$/;
const HYPHENATED_BSB = /^\d{3}-\d{3}$/;
const MOBILE = /^(?:\+?61|0)4\d{8}$/;
/** A person is more likely to have typed an account number so far than a BSB with these digits after it. */
const SHORT_ACCOUNT = 5;
const ACCOUNT = /^\d{1,9}$/;
const BILLER_CODE = /^\d{3,10}$/;
const REFERENCE = /^\d{2,20}$/;
/** A biller code is shorter than this, so the groups after its first one are the reference. */
const LONG_CODE = 6;
/** The most digits of an account number. */
const ACCOUNT_DIGITS = 9;

/** A longer text is not about one payee. */
const LONGEST = 1000;

type Label = 'bsb' | 'biller' | 'reference' | 'account' | 'other';
type Found = { readonly label: Label | null; readonly text: string };
type Parts = { readonly numbers: readonly Found[]; readonly name: string };

/** Reads a text about a payee: a name, numbers, a line of a bill, or a whole message. */
export function readPayee(typed: string): TypedPayee {
  const text = lineText(plainSigns(inPlainForm(typed.slice(0, LONGEST))).replace(/ +/g, ' '));
  const email = emailText(text);
  if (EMAIL_ADDRESS.test(email)) return { ...NOTHING, is: 'email', text: email };
  const line = text.replace(/(?<=\d)\.(?=\d)/g, '-');
  const parts = partsOf(line);
  const isPhone = parts.numbers.every(({ label }) => label === null || label === 'other');
  const phone = isPhone ? phoneText(phoneInPaste(line)) : '';
  if (MOBILE.test(phone)) return { ...NOTHING, is: 'mobile', text: phone };
  return { ...NOTHING, ...(billOf(parts) ?? bankOf(parts, line) ?? accountOf(parts) ?? bareOf(line)) };
}

/** The numbers of a line with their labels, and the text after a label of a name. */
function partsOf(line: string): Parts {
  const numbers: Found[] = [];
  let [label, name, nameFrom]: [Label | null, string, number | null] = [null, '', null];
  const closeName = (end: number) => {
    if (nameFrom !== null && name === '') name = asName(line.slice(nameFrom, end));
    nameFrom = null;
  };
  for (const match of line.matchAll(PARTS)) {
    closeName(match.index);
    const [kind = '', text = ''] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined) ?? [];
    if (kind === 'digits') {
      numbers.push({ label, text });
      label = null;
    } else if (kind === 'name') {
      nameFrom = match.index + text.length;
      label = null;
    } else {
      label = kind as Label;
    }
  }
  closeName(line.length);
  return { numbers, name };
}

/** A name without the signs between it and its neighbours. */
function asName(text: string): string {
  return lineText(text.replace(/^[\s:=-]+|[\s,;:|-]+$/g, ''));
}

/** The number with a label. */
function labelled({ numbers }: Parts, label: Label): string {
  return numbers.find((each) => each.label === label)?.text ?? '';
}

/** The one number without a label of which the digits fit. */
function unlabelled({ numbers }: Parts, fits: RegExp): string {
  const fitting = numbers.filter(({ label, text }) => label === null && fits.test(digitsText(text)));
  return fitting.length === 1 ? (fitting[0]?.text ?? '') : '';
}

function billOf(parts: Parts): Partial<TypedPayee> | null {
  const [biller, reference] = [labelled(parts, 'biller'), labelled(parts, 'reference')];
  const [first = '', ...others] = biller.split(/[ -]/);
  const whole = digitsText(biller);
  const isBoth = reference === '' && others.length > 0 && whole.length > LONG_CODE;
  const billerCode = isBoth ? first : whole;
  if (!BILLER_CODE.test(billerCode)) return null;
  const number = digitsText(isBoth ? others.join('') : reference || unlabelled(parts, REFERENCE));
  return { billerCode, reference: REFERENCE.test(number) ? number : '', isSure: true };
}

function bankOf(parts: Parts, line: string): Partial<TypedPayee> | null {
  const { name } = parts;
  const [bsbLabelled, accountLabelled] = [labelled(parts, 'bsb'), labelled(parts, 'account')];
  const isAccountAlone = bsbLabelled === '' && ACCOUNT.test(digitsText(accountLabelled));
  const [, first = '', sign = '', second = '', after = ''] = BANK.exec(line) ?? [];
  const written = digitsText(after);
  const isLabelled = bsbLabelled !== '' || accountLabelled !== '';
  if (ACCOUNT.test(written) && !isAccountAlone && (isLabelled || !IN_THREES.test(line))) {
    const isSure = isLabelled || sign === '-' || written.length >= SHORT_ACCOUNT;
    return { bsb: first + second, account: written, name, isSure };
  }
  const bsb = digitsText(bsbLabelled || (accountLabelled === '' ? '' : unlabelled(parts, BSB)));
  if (BSB.test(bsb)) {
    const account = digitsText(accountLabelled || unlabelled(parts, ACCOUNT));
    return { bsb, account: ACCOUNT.test(account) ? account : '', name, isSure: true };
  }
  const [, code = '', rest = ''] = BANK_AS_ONE.exec(line) ?? [];
  if (code !== '') return { bsb: code, account: rest };
  return HYPHENATED_BSB.test(line) ? { bsb: digitsText(line), isSure: true } : null;
}

function accountOf(parts: Parts): Partial<TypedPayee> | null {
  const account = digitsText(labelled(parts, 'account'));
  return ACCOUNT.test(account) ? { account, name: parts.name, isSure: true } : null;
}

/** Numbers without a label. */
function bareOf(line: string): Partial<TypedPayee> {
  if (isCard(line)) return { is: 'card' };
  const number = digitsText(line);
  if (!/^\d+$/.test(number)) return {};
  return isBusinessNumber(number) ? { is: 'business', text: number } : { ...bareBill(line), number };
}

/** Two numbers without a label that are longer than an account: a biller code and a reference. */
function bareBill(line: string): Partial<TypedPayee> {
  const [billerCode = '', ...others] = line.split(' ');
  const reference = digitsText(others.join(''));
  const isBill = billerCode.length + reference.length > ACCOUNT_DIGITS;
  return isBill && BILLER_CODE.test(billerCode) && REFERENCE.test(reference) ? { billerCode, reference } : {};
}

/** A number of a card, of any issuer. Shorter ones are more often an account with its BSB. */
function isCard(line: string): boolean {
  return holdsCardNumber(line) && line.replace(/\D/g, '').length >= 15;
}
