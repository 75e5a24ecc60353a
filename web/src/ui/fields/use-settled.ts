import { useEffect, useState } from 'react';

const SETTLED_AFTER_MS = 250;

/** Value once it has not changed for a moment, so that a lookup is not made for each letter. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), SETTLED_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
}
