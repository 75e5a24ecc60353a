import { getCards } from '@wattle/contract/cards/home.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refetchChanging } from './refetch-changing.ts';

/** Fetches the cards as a screen does. The test decides when each call is answered. */
function givenCards() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const answers: ((value: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const cards = new QueryObserver(client, { queryKey: [getCards.name], queryFn });
  const leave = cards.subscribe(() => undefined);
  return { client, answers, shown: () => cards.getCurrentResult().data, leave };
}

test('a first response that was in flight during a change is fetched again', async () => {
  const { client, answers, shown, leave } = givenCards();
  expect(answers).toHaveLength(1);
  const asked = refetchChanging(client);
  answers[0]?.('before the change');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('after it');
  await asked;
  expect(shown()).toBe('after it');
  leave();
});

test('a refetch that is in flight during a change is repeated immediately', async () => {
  const { client, answers, shown, leave } = givenCards();
  answers[0]?.('at first');
  await expect.poll(shown).toBe('at first');
  void client.refetchQueries();
  await expect.poll(() => answers.length).toBe(2);
  const asked = refetchChanging(client);
  await expect.poll(() => answers.length).toBe(3);
  answers[2]?.('after the change');
  await asked;
  answers[1]?.('before it');
  expect(shown()).toBe('after the change');
  leave();
});
