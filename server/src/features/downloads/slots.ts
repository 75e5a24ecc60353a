/** How many documents each session has under way: one takes time and memory for as long as it is fetched. */
export type Slots = {
  /** Takes a place. Answers how to give it back; undefined where the session has as many as it may. */
  enter(sessionId: string): (() => void) | undefined;
};

export function openSlots(most: number): Slots {
  const taken = new Map<string, number>();
  return {
    enter(sessionId) {
      const count = taken.get(sessionId) ?? 0;
      if (count >= most) return undefined;
      taken.set(sessionId, count + 1);
      return () => {
        const left = (taken.get(sessionId) ?? 1) - 1;
        if (left > 0) taken.set(sessionId, left);
        else taken.delete(sessionId);
      };
    },
  };
}
