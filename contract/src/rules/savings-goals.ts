/** Longest name of a savings goal. */
export const SAVINGS_GOAL_NAME_MAXIMUM = 30;

/** Savings goals that an account may have. */
export const SAVINGS_GOALS_MAXIMUM = 20;
