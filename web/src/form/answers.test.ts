import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAnswers } from './answers.ts';

describe('the wait of a form for lookups', () => {
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

  it('is skipped without a lookup', async () => {
    expect(await isDoneAfter(openAnswers().ready(), 0)).toBe(true);
  });

  it('lasts until the response arrives', async () => {
    const answers = openAnswers();
    answers.report(true);
    const wait = answers.ready();
    expect(await isDoneAfter(wait, 3_900)).toBe(false);
    answers.report(false);
    expect(await isDoneAfter(wait, 0)).toBe(true);
  });

  it('ends after four seconds without a response', async () => {
    const answers = openAnswers();
    answers.report(true);
    const wait = answers.ready();
    expect(await isDoneAfter(wait, 3_999)).toBe(false);
    expect(await isDoneAfter(wait, 1)).toBe(true);
  });
});
