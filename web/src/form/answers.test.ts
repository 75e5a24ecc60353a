import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAnswers } from './answers.ts';

describe('answers that a form waits for', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function isDoneAfter(wait: Promise<void>, ms: number): Promise<boolean> {
    let isDone = false;
    void wait.then(() => {
      isDone = true;
    });
    await vi.advanceTimersByTimeAsync(ms);
    return isDone;
  }

  it('does not wait where nothing is asked', async () => {
    expect(await isDoneAfter(openAnswers().ready(), 0)).toBe(true);
  });

  it('waits until the answer is there', async () => {
    const answers = openAnswers();
    answers.tell(true);
    const wait = answers.ready();
    expect(await isDoneAfter(wait, 3_900)).toBe(false);
    answers.tell(false);
    expect(await isDoneAfter(wait, 0)).toBe(true);
  });

  it('goes on after four seconds without an answer', async () => {
    const answers = openAnswers();
    answers.tell(true);
    const wait = answers.ready();
    expect(await isDoneAfter(wait, 3_999)).toBe(false);
    expect(await isDoneAfter(wait, 1)).toBe(true);
  });
});
