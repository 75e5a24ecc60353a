/** What was just done, by the key of its words. */
export type News = 'keep.done' | 'keep.doneTopUp' | 'cancel.done' | 'removed';
