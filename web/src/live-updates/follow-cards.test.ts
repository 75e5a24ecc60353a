import { getSystemNotifications } from '@wattle/contract/brands/system-notifications.ts';
import { getCards } from '@wattle/contract/cards/home.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followCards } from './follow-cards.ts';

const CARDS = [getCards.name, {}];
const NOTICES = [getSystemNotifications.name, {}];
const asked = { cards: 0, notices: 0 };
let client: QueryClient;
let ends: (() => void)[];

const show = (queryKey: readonly unknown[], name: keyof typeof asked) => {
  const queryFn = async () => {
    asked[name] += 1;
    return name;
  };
  ends.push(new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {}));
};

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(asked, { cards: 0, notices: 0 });
  // A response is current for 5 seconds, as in the app.
  client = new QueryClient({ defaultOptions: { queries: { staleTime: 5_000, networkMode: 'always' } } });
  ends = [followCards(client)];
});
afterEach(() => {
  for (const end of ends) end();
  client.clear();
  vi.useRealTimers();
});

test('notices are fetched again with the cards, unless they were just fetched', async () => {
  show(CARDS, 'cards');
  show(NOTICES, 'notices');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual({ cards: 1, notices: 1 });
  await client.invalidateQueries({ queryKey: [getCards.name] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual({ cards: 2, notices: 1 });
  await vi.advanceTimersByTimeAsync(5_000);
  await client.invalidateQueries({ queryKey: [getCards.name] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual({ cards: 3, notices: 2 });
});

test('a card shown as switched before the response refreshes nothing', async () => {
  show(CARDS, 'cards');
  show(NOTICES, 'notices');
  await vi.advanceTimersByTimeAsync(7_000);
  client.setQueryData(CARDS, 'switched');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual({ cards: 1, notices: 1 });
});
