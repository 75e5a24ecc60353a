/** Text key of the last completed action. */
export type News = 'keep.done' | 'keep.doneTopUp' | 'cancel.done' | 'removed';
