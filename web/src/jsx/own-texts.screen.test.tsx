import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ReactNode, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { startTranslator, textsWithoutElement } from '../../test-support/translator.ts';

let place: HTMLElement;
let root: Root;
let stop: () => void;
let faults: unknown[];

beforeEach(() => {
  faults = [];
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place, { onUncaughtError: (error) => faults.push(error) });
  stop = startTranslator(place);
});
afterEach(() => {
  stop();
  root.unmount();
  place.remove();
});

/** A component that draws a bare text, as far as React can tell. */
function Word({ n }: { readonly n: number }) {
  return <>{n === 1 ? 'one' : 'none'}</>;
}

const words = () => place.textContent.replaceAll(/\s+/g, ' ').trim();

const SHAPES: readonly (readonly [string, (step: number) => ReactNode, readonly string[]])[] = [
  ['an amount in two parts', (n) => [<b key="a">{`$${n}`}</b>, <i key="b">.{n}0</i>], ['$0.00', '$1.10', '$2.20']],
  [
    'a text beside an element',
    (n) => (
      <p>
        Step {n} <b>of 2</b>
      </p>
    ),
    ['Step 0 of 2', 'Step 1 of 2', 'Step 2 of 2'],
  ],
  [
    'a text that comes and goes',
    (n) => (
      <p>
        {n === 1 ? null : 'Wait'}
        <b>{n}</b>
      </p>
    ),
    ['Wait0', '1', 'Wait2'],
  ],
  ['an element in the place of a text', (n) => <p>{n === 1 ? <b>one</b> : 'none'}</p>, ['none', 'one', 'none']],
  ['an element before a text', (n) => <p>{n === 1 && <b>one </b>}end</p>, ['end', 'one end', 'end']],
  [
    'a text of a fragment',
    (n) => (
      <p>
        <Word n={n} />
        <b>.</b>
      </p>
    ),
    ['none.', 'one.', 'none.'],
  ],
  ['a text in a list', (n) => <p>{[n, <b key="b">.</b>]}</p>, ['0.', '1.', '2.']],
  [
    'an amount in a sentence',
    (n) => <p>{n === 2 ? 'Sending' : `Send $${n}.00 now`}</p>,
    ['Send $0.00 now', 'Send $1.00 now', 'Sending'],
  ],
  [
    'a space between elements',
    (n) => (
      <p>
        <b>a</b> {n === 1 ? null : <b>b</b>}
      </p>
    ),
    ['a b', 'a', 'a b'],
  ],
];

test.each(SHAPES)('a translated page shows current values: %s', async (_, draw, expected) => {
  for (const [step, text] of expected.entries()) {
    flushSync(() => root.render(<StrictMode>{draw(step)}</StrictMode>));
    expect(words()).toBe(text);
    await expect.poll(() => place.querySelectorAll('font > font').length).toBeGreaterThan(0);
    expect(words()).toBe(text);
  }
  expect(faults).toEqual([]);
});

test.each([['$2,486.35'], ['−$12.34'], ['+$1,250.00'], ['US$12.00'], ['JP¥1,200'], ['KWD\u00a01.250'], ['$2,486']])(
  '%s within a sentence is a single text that is not translated',
  (amount) => {
    stop();
    flushSync(() => root.render(<p>{`You sent ${amount} to Mia, in 2 parts at 10:30`}</p>));
    const amounts = [...place.querySelectorAll('[translate="no"]')];
    expect(amounts.map(({ childNodes }) => [...childNodes].map(({ textContent }) => textContent))).toEqual([[amount]]);
    expect(words()).toBe(`You sent ${amount} to Mia, in 2 parts at 10:30`.replaceAll('\u00a0', ' '));
    expect(textsWithoutElement(place)).toEqual([]);
  },
);
