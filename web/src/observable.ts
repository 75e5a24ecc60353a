import { useSyncExternalStore } from 'react';

/** Delivers each published value to all subscribers, in the order in which they subscribed. */
export type Topic<T> = {
  readonly publish: (value: T) => void;
  /** Returns the function that ends the subscription. */
  readonly subscribe: (listener: (value: T) => void) => () => void;
};

export function createTopic<T = void>(): Topic<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    publish(value) {
      for (const listener of listeners) listener(value);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** State outside of React that components can subscribe to. Values are replaced and never mutated. */
export type Store<T> = {
  readonly get: () => T;
  /** Subscribers are called only if the value is another one (`Object.is`). */
  readonly set: (next: T) => void;
  readonly subscribe: Topic<T>['subscribe'];
};

export function createStore<T>(initial: T): Store<T> {
  const changes = createTopic<T>();
  let current = initial;
  return {
    get: () => current,
    set(next) {
      if (Object.is(current, next)) return;
      current = next;
      changes.publish(next);
    },
    subscribe: changes.subscribe,
  };
}

/**
 * The value of a store, or what `read` takes from it. What is read must be the same object as long as
 * nothing has changed: React compares by identity.
 */
export function useStore<T>(store: Store<T>): T;
export function useStore<T, S>(store: Store<T>, read: (value: T) => S): S;
export function useStore<T>(store: Store<T>, read?: (value: T) => unknown): unknown {
  return useSyncExternalStore(store.subscribe, () => (read ? read(store.get()) : store.get()));
}
