import { expect, test } from 'vitest';
import { createStore, createTopic } from './observable.ts';

test('a topic delivers to every subscriber until the subscription ends', () => {
  const topic = createTopic<number>();
  const received: string[] = [];
  const end = topic.subscribe((value) => received.push(`first ${value}`));
  topic.subscribe((value) => received.push(`second ${value}`));
  topic.publish(1);
  end();
  topic.publish(2);
  expect(received).toEqual(['first 1', 'second 1', 'second 2']);
});

test('a subscriber may end its subscription while a value is delivered', () => {
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

test('a store keeps the identity of its value, and does not notify when the same value is set again', () => {
  const one = { name: 'one' };
  const store = createStore(one);
  const received: object[] = [];
  store.subscribe((value) => received.push(value));
  store.set(one);
  expect(received).toEqual([]);
  expect(store.get()).toBe(one);
  const two = { name: 'one' };
  store.set(two);
  expect(received).toEqual([two]);
  expect(store.get()).toBe(two);
});

test('a subscriber that reads the store sees the new value', () => {
  const store = createStore(1);
  const seen: number[] = [];
  store.subscribe(() => seen.push(store.get()));
  store.set(2);
  expect(seen).toEqual([2]);
});
