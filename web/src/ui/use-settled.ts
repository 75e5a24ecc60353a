import { useEffect, useState } from 'react';

const SETTLED_AFTER_MS = 250;

/** A value once it has stayed the same for a moment: what is typed is not asked for letter by letter. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), SETTLED_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
}
