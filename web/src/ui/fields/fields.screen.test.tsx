import '../tokens.css';
import '../base.css';
import { type ReactNode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { pasteInto } from '../../../test-support/by-hand.ts';
import { loadTexts, startTexts, switchLanguage } from '../../i18n/i18n.ts';
import { AmountField } from './amount-field.tsx';
import { CodeField } from './code-field.tsx';
import { Combobox } from './combobox.tsx';
import { DateField } from './date-field.tsx';
import { Field } from './field.tsx';
import { BSB_NUMBER, CARD_ID, CARD_NUMBER, NumberField, TAX_FILE_NUMBER } from './number-field.tsx';
import { PhoneField } from './phone-field.tsx';
import { SearchField } from './search-field.tsx';
import { TextArea } from './text-area.tsx';
import { keepFormsWhileComposing } from './use-composition.ts';

type Owned = { readonly id: string; readonly name: string; readonly label: string; readonly value: string };
type Draw = (props: Owned & { readonly onValue: (value: string) => void }) => ReactNode;

/** How a field treats a text: digits only, a code without gaps, an amount with commas, parts of a date, or unchanged. */
type Kind = 'digits' | 'code' | 'amount' | 'date' | 'whole';

/** All components with a text control, by file. */
const FIELDS: Readonly<Record<string, readonly { readonly kind: Kind; readonly draw: Draw }[]>> = {
  'field.tsx': [{ kind: 'whole', draw: (props) => <Field {...props} limit={5} /> }],
  'text-area.tsx': [{ kind: 'whole', draw: (props) => <TextArea {...props} limit={5} /> }],
  'search-field.tsx': [
    {
      kind: 'whole',
      draw: ({ label, value, onValue }) => <SearchField label={label} placeholder="" value={value} onText={onValue} />,
    },
  ],
  'list-input.tsx': [
    { kind: 'whole', draw: (props) => <Combobox {...props} options={[{ value: 'AU', label: 'Australia' }]} /> },
  ],
  'number-field.tsx': [{ kind: 'digits', draw: (props) => <NumberField {...props} {...BSB_NUMBER} /> }],
  'code-field.tsx': [{ kind: 'code', draw: (props) => <CodeField {...props} length={6} /> }],
  'amount-field.tsx': [{ kind: 'amount', draw: (props) => <AmountField {...props} /> }],
  'part-input.tsx': [{ kind: 'date', draw: (props) => <DateField {...props} today="2026-11-20" /> }],
};

/** Classes whose text is an amount, which is shown with commas. Another text stays, for the form to refuse. */
const AMOUNTS = ['spaces of five kinds', 'zero-width characters', 'bidi characters', 'full-width digits'];

/** Text of each class, its digits, and its characters without gaps, computed by hand. */
const CLASSES: readonly (readonly [name: string, text: string, digits: string, code: string])[] = [
  ['spaces of five kinds', '1\u00a02\u20093\u202f4\u30005 6', '123456', '123456'],
  ['dashes', '1‐2‑3–4—5−6', '123456', '123456'],
  ['quotes', '1’2“3', '123', '1’2“3'],
  ['zero-width characters', '1\u200b2\ufeff3456', '123456', '123456'],
  ['bidi characters', '\u202a1234\u202c56', '123456', '123456'],
  ['full-width digits', '１２３４５６', '123456', '123456'],
  ['NFD', 'Cafe\u0301', '', 'Caf\u00e9'],
  ['emoji', '😀', '', '😀'],
  ['letters from right to left', 'مرحبا', '', 'مرحبا'],
  ['300 characters', '7'.repeat(300), '7'.repeat(300), '7'.repeat(300)],
  ['only spaces', ' \u00a0\u3000 ', '', ''],
  ['a pasted label', 'BSB: 062–000', '062000', '062000'],
];

let root: Root | undefined;
let submits = 0;
keepFormsWhileComposing();

function Shown({ draw }: { readonly draw: Draw }) {
  const [value, onValue] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submits += 1;
      }}
    >
      {draw({ id: 'it', name: 'it', label: 'Typed', value, onValue })}
      <button type="submit">Send</button>
    </form>
  );
}

function show(draw: Draw): void {
  root?.unmount();
  document.querySelector('#here')?.remove();
  root = createRoot(document.body.appendChild(Object.assign(document.createElement('div'), { id: 'here' })));
  root.render(<Shown draw={draw} />);
}

const control = () =>
  page.elementLocator(document.querySelector<HTMLElement>('#here :is(input, textarea)') as HTMLElement);

async function open(draw: Draw): Promise<HTMLInputElement> {
  show(draw);
  await expect.poll(() => document.querySelector('#here input, #here textarea')).not.toBeNull();
  const input = document.querySelector<HTMLInputElement>('#here :is(input, textarea)') as HTMLInputElement;
  input.focus();
  return input;
}

const values = () =>
  [...document.querySelectorAll<HTMLInputElement>('#here :is(input, textarea)')].map((one) => one.value);
const digitsOf = (text: string) => text.normalize('NFKC').replace(/\D/g, '');

beforeEach(async () => {
  submits = 0;
  await startTexts();
  await loadTexts(['fields', 'ui']);
  await switchLanguage('enAU', { remember: false });
});
afterEach(() => {
  root?.unmount();
  root = undefined;
  document.querySelector('#here')?.remove();
});

test('every file with a text control is in the list of tested fields', () => {
  // No one types into the field for password managers.
  const sources = import.meta.glob<string>(['./*.tsx', '!./*.test.tsx', '!./username-for-managers.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const drawing = Object.entries(sources)
    .filter(([, source]) => /<(input|textarea)\b(?![^>]*type="(checkbox|radio)")/.test(source))
    .map(([path]) => path.replace('./', ''));
  expect(drawing.sort()).toEqual(Object.keys(FIELDS).sort());
});

describe.each(Object.entries(FIELDS))('%s', (_, shown) => {
  test.each(CLASSES)(
    'with %s folds it or keeps it visible, and truncates nothing',
    async (name, text, digits, code) => {
      for (const { kind, draw } of shown) {
        await open(draw);
        document.execCommand('insertText', false, text);
        await expect.poll(() => control().element()).toBeDefined();
        const [value = '', ...others] = values();
        if (kind === 'whole') expect(value).toBe(text);
        else if (kind === 'code') expect(value).toBe(code);
        else if (kind === 'amount') expect(value).toBe(AMOUNTS.includes(name) ? '123,456' : text);
        else if (kind === 'date') expect(digitsOf([value, ...others].join(''))).toBe(digits);
        else {
          expect(digitsOf(value)).toBe(digits);
          // Characters other than digits are dropped with their words or reported.
          if (/[^\d-]/.test(value)) await expect.element(control()).toHaveAccessibleDescription(/Use digits only/);
        }
      }
    },
  );

  test('is not changed during composition by an input method, and Enter sends nothing', async () => {
    for (const { kind, draw } of shown) {
      const input = await open(draw);
      const [begun, composed, done] =
        kind === 'whole' || kind === 'code' ? ['ni', 'ni hao', '你好'] : ['１', '１２３４', '１２３４'];
      for (const text of [begun, composed]) {
        await cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
        await expect.poll(() => input.value).toBe(text);
      }
      await userEvent.keyboard('{Enter}');
      expect(submits).toBe(0);
      await cdp().send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
      await cdp().send('Input.insertText', { text: done });
      const right = { whole: '你好', code: '你好', digits: '123-4', amount: '1,234', date: '12' }[kind];
      await expect.poll(() => input.value).toBe(right);
    }
  });
});

test.each([
  ['[20-a] [22-a] a card number', CARD_NUMBER, '９０３６００００１０００００９０', '9036 0000 1000 0090'],
  ['[21-a] a card ID', CARD_ID, '1000 0000 249', '10000000249'],
  ['[21-b] a tax file number', TAX_FILE_NUMBER, 'TFN: 123 456 782', '123 456 782'],
  ['[19-a] a BSB', BSB_NUMBER, 'BSB 062–000', '062-000'],
])('%s can be pasted as a whole', async (_, shape, text, shown) => {
  await open((props) => <NumberField {...props} {...shape} />);
  await pasteInto(control(), text);
  await expect.element(control()).toHaveValue(shown);
});

test.each([
  ['Mobile: 0400 000 001', '0400 000 001'],
  ['tel:+61400000001', '+61400000001'],
  ['手机：０４００ ０００ ００１', '０４００ ０００ ００１'],
  ['0400 000 001 or 0400 000 002', '0400 000 001 or 0400 000 002'],
])('of %s a phone field shows %s', async (text, shown) => {
  await open((props) => <PhoneField {...props} />);
  await pasteInto(control(), text);
  await expect.element(control()).toHaveValue(shown);
});

test('[20-a] the caret stays in place when digits in the middle are deleted and typed', async () => {
  const input = await open((props) => <NumberField {...props} {...CARD_NUMBER} />);
  await userEvent.keyboard('9036000010000090');
  input.setSelectionRange(3, 3);
  await userEvent.keyboard('{Backspace}78');
  expect([input.value, input.selectionStart]).toEqual(['9078 6000 0100 0009 0', 4]);
  input.setSelectionRange(5, 5);
  await userEvent.keyboard('{Backspace}');
  expect([input.value, input.selectionStart]).toEqual(['9076 0000 1000 0090', 3]);
});
