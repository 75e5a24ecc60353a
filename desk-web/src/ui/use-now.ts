import { useEffect, useState } from 'react';

/** The present instant, renewed while it is shown. */
export function useNow(everyMs = 30_000): string {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date().toISOString()), everyMs);
    return () => window.clearInterval(timer);
  }, [everyMs]);
  return now;
}
