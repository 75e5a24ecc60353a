import { expect, test } from 'vitest';
import { createStore, createTopic } from './store.ts';

test('delivers a topic to every subscriber until the subscription ends', () => {
  const topic = createTopic<number>();
  const heard: string[] = [];
  const end = topic.subscribe((value) => heard.push(`first ${value}`));
  topic.subscribe((value) => heard.push(`second ${value}`));
  topic.publish(1);
  end();
  topic.publish(2);
  expect(heard).toEqual(['first 1', 'second 1', 'second 2']);
});

test('lets a subscriber unsubscribe during delivery', () => {
  const topic = createTopic();
  let calls = 0;
  const end = topic.subscribe(() => {
    calls += 1;
    end();
  });
  topic.subscribe(() => {
    calls += 10;
  });
  topic.publish();
  topic.publish();
  expect(calls).toBe(21);
});

test('keeps the identity of a stored value and does not notify when the same value is set', () => {
  const one = { name: 'one' };
  const store = createStore(one);
  const heard: object[] = [];
  store.subscribe((value) => heard.push(value));
  store.set(one);
  expect(heard).toEqual([]);
  expect(store.get()).toBe(one);
  const two = { name: 'one' };
  store.set(two);
  expect(heard).toEqual([two]);
  expect(store.get()).toBe(two);
});

test('shows the new value to a subscriber that reads the store', () => {
  const store = createStore(1);
  const seen: number[] = [];
  store.subscribe(() => seen.push(store.get()));
  store.set(2);
  expect(seen).toEqual([2]);
});
