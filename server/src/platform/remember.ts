/** Keeps what was found under its key. With `most` others kept, all of these are forgotten first. */
export function remember<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, most: number): void {
  if (kept.size >= most && !kept.has(key)) kept.clear();
  kept.set(key, value);
}
